import * as library from 'eegate';
import * as edf from 'eegate/edf';
import 'eegate/elements';
import { tell } from '../story.js';

tell(library, edf);

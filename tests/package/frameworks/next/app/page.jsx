'use client';
import * as library from 'eegate';
import * as edf from 'eegate/edf';
import 'eegate/elements';
import { useEffect } from 'react';
import { tell } from '../story.js';

export default function Page() {
  useEffect(() => {
    tell(library, edf);
  }, []);
  return (
    <>
      <eeg-viewer sample="" duration="5"></eeg-viewer>
      <eeg-classifier sample="" autorun=""></eeg-classifier>
      <eeg-lesson src="alpha"></eeg-lesson>
    </>
  );
}

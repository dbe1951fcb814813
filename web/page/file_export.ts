// Files saved by the page: results, report, copy without identity, ONNX model; and the data stored in the browser.
import type { ExpectedClasses, ResultFormat } from '../api/index.js';
import { plotThemeOf } from '../plot/surface.js';
import { allResultsCsv } from '../truth/all_results.js';
import { savedName, stem } from '../truth/file_names.js';
import { knownTruth } from './annotated_classes.js';
import { englishTitle } from './bundled_models.js';
import { mediaTypes, saveFile } from './files.js';
import { initialRecordingList, recordingGroups, total } from './recording_list.js';
import { reportNotes, withNotes } from './report_notes.js';
import { reportSummary } from './report_summary.js';
import { agreementOfRuns } from './second_model.js';
import { csvWithSecond, jsonWithSecond } from './second_results.js';
import {
  currentModel,
  currentRecording,
  patchRecording,
  type RecordingEntry,
  type Run,
  type State,
} from './state.js';
import { shell } from './shell.js';
import type { Store } from './store.js';
import type { Tasks } from './tasks.js';
import { strings } from './strings/index.js';

const { status } = strings;
const { subjects } = strings.errors;
/** Characters that a name of a file cannot have everywhere. */
const unfit = /[^\p{L}\p{N}._-]+/gu;
/** After the recording and the model: reports of several do not replace each other. */
const reportName = (recording: string, model: string) =>
  `${stem(recording)}_${stem(model)
    .replace(unfit, '-')
    .replace(/^-+|-+$/g, '')}_report.html`;
const allName = 'all_recordings_eegate.csv';

/** The true classes that the page compares with: by all annotations of the recording as they are now. */
async function trueClasses({ recording }: RecordingEntry, run: Run): Promise<ExpectedClasses> {
  await recording.readAnnotations();
  const expected = knownTruth(run, recording);
  return expected ? { expected } : {};
}

/** As a table and as JSON with what a second model says that has finished; the other formats have no place for it. */
async function savedResults(entry: RecordingEntry, run: Run, format: ResultFormat) {
  const saved = async (one: Run) => one.classification.save(format, await trueClasses(entry, one));
  const { second } = entry;
  const bytes = await saved(run);
  if (second?.status !== 'done') return bytes;
  if (format === 'json') return jsonWithSecond(bytes, await saved(second));
  const { labels } = agreementOfRuns(run, second);
  return format === 'csv'
    ? csvWithSecond(bytes, second.modelTitle, run.predictions, labels)
    : bytes;
}

/** What the page's models said, with their titles as files name them. */
function inEnglish(entry: RecordingEntry, { models }: State): RecordingEntry {
  const named = (run: Run | null) =>
    run && { ...run, modelTitle: englishTitle(run.modelTitle, models) };
  return { ...entry, run: named(entry.run), second: named(entry.second) };
}

export class FileExport {
  constructor(
    private readonly store: Store<State>,
    private readonly tasks: Tasks,
  ) {}

  /** The name of the file may tell who it was, too: the copy does not take it over. */
  async withoutIdentity(): Promise<void> {
    const entry = currentRecording(this.store.state);
    if (!entry) return;
    const { recording } = entry;
    await this.tasks.busy('copy', status.makingCopy, (task) =>
      task.attempt(recording.name, async () => {
        const { file, changed, warnings } = await recording.deidentified();
        const name = `without_identity.${recording.info.format.slice(0, 3).toLowerCase()}`;
        saveFile(file, name, 'application/octet-stream');
        this.store.update((state) =>
          patchRecording(state, entry.key, { copy: { changed, warnings } }),
        );
        this.tasks.say(status.saved(name));
      }),
    );
  }

  /** That is open, as files tell of it. */
  get #entry(): RecordingEntry | null {
    const entry = currentRecording(this.store.state);
    return entry && inEnglish(entry, this.store.state);
  }

  async results(): Promise<void> {
    const entry = this.#entry;
    const run = entry?.run;
    if (!entry || run?.status !== 'done') return;
    const { format } = this.store.state;
    await this.tasks.attempt('save', entry.recording.name, async () => {
      const name = savedName(entry.recording.name, 'eegate', format);
      saveFile(await savedResults(entry, run, format), name, mediaTypes[format]);
      this.tasks.say(status.saved(name));
    });
  }

  /** How often the model was right in each open recording. */
  allResults(): void {
    const { recordings: open, models } = this.store.state;
    const groups = recordingGroups(open, initialRecordingList);
    const listed = groups.flatMap(({ recordings }) => recordings);
    const rows = listed.map(({ entry: { recording, run }, person, right }) => ({
      ...{ name: recording.name, durationS: recording.durationS, right },
      person: person === stem(recording.name) ? '' : person, // its name does not tell it
      model: run?.status === 'done' ? englishTitle(run.modelTitle, models) : null,
      calibration: run?.plan?.calibration ?? '',
      nWindows: run?.nDone ?? 0,
    }));
    saveFile(new TextEncoder().encode(allResultsCsv(rows, total(listed))), allName, 'text/csv');
    this.tasks.say(status.saved(allName));
  }

  async report(): Promise<void> {
    const entry = this.#entry;
    const run = entry?.run;
    if (!entry || run?.status !== 'done') return;
    await this.tasks.busy('report', status.writingReport, (task) =>
      task.attempt(entry.recording.name, async () => {
        const onProgress = (share: number) => this.tasks.say(status.hashing(share));
        const known = await trueClasses(entry, run);
        const html = await run.classification.report({ onProgress, ...known });
        const name = reportName(entry.recording.name, run.modelTitle);
        const written = {
          version: this.store.state.engine?.version ?? '',
          colors: plotThemeOf(document.documentElement, '--').classes,
        };
        const summary = reportSummary(entry, run, written);
        saveFile(withNotes(html, reportNotes(entry, run), summary), name, 'text/html');
        this.tasks.say(status.saved(name));
      }),
    );
  }

  async onnx(): Promise<void> {
    const chosen = currentModel(this.store.state);
    if (!chosen?.model) return;
    const { model } = chosen;
    const { fileName } = model.info;
    await this.tasks.attempt('save', fileName, async () => {
      const name = `${fileName.replace(/\.[^.]*$/, '')}.onnx`;
      saveFile(await model.toOnnx(), name, 'application/octet-stream');
      this.tasks.say(status.saved(name));
    });
  }

  async lookAtStored(): Promise<void> {
    await this.tasks.attempt('stored', subjects.stored, async () => {
      this.store.update({ stored: await shell.call('listStored') });
    });
  }

  /** What is stored may be the only copy of hours of training: who asks to erase it is asked back. */
  async eraseStored(): Promise<void> {
    if (!this.store.state.isErasing) return;
    this.store.update({ isErasing: false });
    await this.tasks.attempt('stored', subjects.stored, async () => {
      await shell.call('eraseStored');
      this.store.update({ stored: await shell.call('listStored') });
      this.tasks.say(status.erased);
    });
  }
}

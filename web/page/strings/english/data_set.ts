import { counted, number } from './numbers.js';

export const dataSet = {
  title: 'Data set',
  counted: (n: number) => `A data set of ${counted(n, 'recording')}: choose what to open`,
  holds: (nRecordings: number, nParticipants: number, nSessions: number, nTasks: number) =>
    [
      counted(nRecordings, 'recording'),
      counted(nParticipants, 'participant'),
      ...(nSessions ? [counted(nSessions, 'session')] : []),
      ...(nTasks ? [counted(nTasks, 'task')] : []),
    ].join(' · '),
  search: 'Search participants, tasks and labels',
  all: 'all',
  session: 'Session',
  task: 'Task',
  label: 'Label',
  noneFound: 'No recording matches.',
  more: (nShown: number, n: number) =>
    `The first ${number(nShown)} of ${number(n)} are listed; a search narrows them down.`,
  labelCount: (text: string, n: number, nRecordings: number) =>
    `${text} (${number(n)} in ${counted(nRecordings, 'recording')})`,
  tickFound: (n: number) => `All ${number(n)} matches`,
  head: ['', 'Participant', 'Session', 'Task', 'Run', 'Labels', ''],
  tick: (name: string) => `Choose ${name}`,
  missing: 'not downloaded',
  open: 'Open',
  openOne: (name: string) => `Open ${name}`,
  tickToOpen: 'Tick recordings to open',
  tickToTrain: 'Tick recordings to train on',
  openTicked: (n: number) => `Open ${counted(n, 'recording')}`,
  train: (n: number, nPeople: number) =>
    `Train on ${counted(n, 'recording')} of ${counted(nPeople, 'participant')}`,
  trainNote:
    'The events of the data set are the labels. Each participant is one person, so a model is tested on people it was not trained on.',
  show: (name: string) => `Data set: ${name}`,
};

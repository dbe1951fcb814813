/** What failed, as the user would call it, and errors that the page itself makes. The core's messages come with the error. */
export const errors = {
  details: { field: 'Field', place: 'Place', found: 'Found', expected: 'Expected' },
  subjects: {
    page: 'The page',
    sample: 'The sample recording',
    comparison: 'The comparison with the model',
    stored: 'What is stored',
    headMap: 'The head map',
    filter: 'The filter',
    spectrum: 'The spectrum',
  },
  unexpectedHint: 'This should not happen. Reload the page, and report it with this text.',
};

export const drill = {
  onSample: 'Practise on the built-in sample instead',
};

// jsPsych for browsers is a script that sets a global; this is the module that the plugin imports. With a bundler, leave it out.
export const { initJsPsych, ParameterType } = globalThis.jsPsychModule;

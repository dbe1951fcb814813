// The page about a bundled model (models/NAME.md), written from its plan, its results and its file.

export function modelPage(plan, results, people, info) {
  const { card, setup } = plan;
  const rows = Object.entries(results.per_person).map(
    ([person, { n_epochs, accuracy }]) =>
      `| ${person} | ${n_epochs} | ${accuracy.map((a) => a.toFixed(3)).join(' | ')} |`,
  );
  const calibrated = results.calibrated_mean
    ? `With the calibration \`${plan.calibrate}\` of each subject that was left out, which needs no labels but about equal
shares of all classes: **${results.calibrated_mean.toFixed(3)}**.\n\n`
    : '';
  const seeds = plan.seeds.map((seed) => `seed ${seed}`);
  return `# ${card.title}

\`npm run train:models\` writes this page from \`models/${plan.name}.json\`; do not edit it. The model file is
\`web/page/public/models/${plan.name}.safetensors\`.

- **Uses**: ${card.reads}
- **Input**: ${setup.channels.length} channels, ${info.config.n_times / setup.sfreq} s at ${setup.sfreq} Hz; classes ${setup.classes.join(', ')}
- **Parameters**: ${info.parameters}
- **Data**: ${card.data.name}, ${card.data.runs}; ${card.data.licence}; ${people.length} subjects: ${people.join(', ')}
- **Training**: \`eegate train ${plan.train.join(' ')}\`
${plan.fitted_in_one_go ? '' : `- **Seed of the file**: ${card.seed ?? plan.final_seed ?? 0}\n`}- **Limits**: ${card.limits}

## Accuracy on subjects not used for training

${plan.folds}-fold cross-validation over subjects, ${plan.seeds.length} ${plan.seeds.length === 1 ? 'seed' : 'seeds'}: **${results.mean.toFixed(3)}** (by seed
${results.mean_by_seed.map((m) => m.toFixed(3)).join(', ')}), chance ${plan.chance}. The model in the file was then trained on all subjects. These figures
therefore estimate its accuracy on new subjects; they were not measured with the file itself.

${calibrated}| subject | epochs | ${seeds.join(' | ')} |
|---|---|${seeds.map(() => '---').join('|')}|
${rows.join('\n')}

## Sources

${card.data.citations.map((text) => `- ${text}`).join('\n')}
`;
}

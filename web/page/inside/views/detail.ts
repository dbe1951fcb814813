// Details of a station below the drawing: the layer, the arithmetic of one number, and its values as a table.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Controller } from '../controller.js';
import type { Scene } from '../drawing/scene.js';
import type { Paint } from '../paint.js';
import { hasGate, titleOf } from '../sentences.js';
import { drawnLook } from '../state.js';
import type { Stop } from '../station_layout.js';
import type { Kind } from '../arithmetic.js';
import { layerOf, rms, tokensOf } from '../value_images.js';
import { strings } from '../../strings/index.js';
import { headsView, type Pick } from './attention.js';
import { gatesView, streamView } from './block.js';
import { sumView } from './arithmetic.js';
import { channelsTable, layerTable, pooledTable, resultTable, tokensTable } from './tables.js';
import { button } from '../../views/parts.js';

const texts = strings.inside.detail;

export interface Means {
  controller: Controller;
  paint: Paint;
  pick: Pick;
  close(): void;
}

export function detailView(scene: Scene, stop: Stop, means: Means): TemplateResult {
  return html`<section
    class="inside-detail"
    id="inside-detail"
    aria-labelledby="inside-detail-title"
  >
    <div class="inside-detail-head">
      <h3 id="inside-detail-title">${titleOf(scene.figures, stop).full}</h3>
      ${button(texts.close, () => means.close(), { kind: 'quiet' })}
    </div>
    ${partsOf(scene, stop, means)}
  </section>`;
}

function partsOf(scene: Scene, stop: Stop, means: Means): unknown {
  const { inspected, inspection } = drawnLook(scene.state)!;
  const tensor = (name: string) => inspection.find(name);
  const cell = { ...scene.state.cell, block: stop.block };
  const name = `blocks.${stop.block}`;
  switch (stop.kind) {
    case 'signal':
      return channelsTable(inspected, inspected.x, strings.inside.microvolts);
    case 'standardized':
      return channelsTable(inspected, tensor('standardized')!.data, '');
    case 'tokens':
      return tokensView(scene, means);
    case 'attention':
      return html`${headsView(inspected, inspection, name, cell, means.controller, means.pick, means.paint)}
      ${sum(scene, 'score', stop.block, means)}`;
    case 'valve':
      return html`${gatesView(inspected, inspection, name, cell, means.paint)}
      ${hasGate(scene.figures, stop.block) ? sum(scene, 'gate', stop.block, means) : nothing}`;
    case 'ffn':
    case 'output':
      return streamView(inspected, inspection, stop.block, means.paint);
    case 'layer':
      return chainView(scene, stop.block, means.paint);
    case 'pooled':
      return pooledTable(tensor('pooled')!);
    case 'classes':
      return html`${resultTable(inspected, inspection, scene.before, scene.other)}
      ${inspection.nBlocks ? sum(scene, 'logit', 0, means) : nothing}`;
  }
}

function sum({ state }: Scene, kind: Kind, block: number, { pick }: Means): TemplateResult {
  return html`<details class="inside-sum">
    <summary>${texts.arithmetic[kind]}</summary>
    ${sumView(drawnLook(state)!, { ...state.cell, kind, block }, pick)}
  </details>`;
}

function tokensView({ state }: Scene, { paint }: Means): TemplateResult | typeof nothing {
  const { inspection } = drawnLook(state)!;
  const tokens = inspection.find('tokens');
  if (!tokens) return nothing;
  const grid = tokensOf(tokens);
  paint.signed('inside-tokens', grid);
  return html`<canvas
      id="inside-tokens"
      class="tall"
      role="img"
      aria-label=${texts.tokens(tokens.dims.join(' × '), grid.reach)}
    ></canvas>
    <p class="note">${texts.colours(grid.reach)}</p>
    ${tokensTable(tokens)}`;
}

/** A layer of a model that is a plain chain. */
function chainView({ state }: Scene, index: number, paint: Paint): TemplateResult | typeof nothing {
  const { inspection } = drawnLook(state)!;
  const tensor = inspection.find(`layers.${index}`);
  if (!tensor) return nothing;
  const grid = layerOf(tensor);
  paint.signed('inside-layer', grid);
  const shape = tensor.dims.join(' × ');
  return html`<canvas
      id="inside-layer"
      class="tall"
      role="img"
      aria-label=${texts.layer(index + 1, inspection.layers[index] ?? '', shape, grid.reach)}
    ></canvas>
    <p class="note">${texts.layerFacts(shape, grid.reach, rms(tensor))}</p>
    ${layerTable(tensor)}`;
}

// Markdown as the documentation site and its tests need it: text outside code, links, anchors, code blocks.

/** Lines of a text with the fence they stand in: null outside code. A fence ends at one that is as long as its own. */
export function linesOf(text) {
  let fence = null;
  return text.split('\n').map((line, index) => {
    const [, indent, marks, info] = /^(\s*)(`{3,})(.*)$/.exec(line) ?? [];
    if (!fence && marks) {
      fence = { marks, info: info.trim(), indent: indent.length, line: index + 1 };
      return { line, fence };
    }
    const here = fence;
    if (fence && marks === fence.marks && info.trim() === '') fence = null;
    return { line, fence: here };
  });
}

/** Applies `change` to what is prose: neither a code block nor code within a line. */
export function changeProse(text, change) {
  return linesOf(text)
    .map(({ line, fence }) =>
      fence
        ? line
        : line
            .split(/(`[^`]*`)/)
            .map((part) => (part.startsWith('`') ? part : change(part)))
            .join(''),
    )
    .join('\n');
}

/** Code blocks: language, code, line of the fence, and the comment in the line above it, if there is one. */
export function codeBlocks(text) {
  const blocks = [];
  const lines = linesOf(text);
  for (const [index, { line, fence }] of lines.entries()) {
    if (!fence) continue;
    if (fence.line === index + 1) {
      const marker = /^\s*<!--(.*)-->\s*$/.exec(lines[index - 1]?.line ?? '')?.[1].trim() ?? null;
      blocks.push({ language: fence.info, line: fence.line, marker, code: [], fence });
    } else if (lines[index + 1]?.fence === fence)
      blocks.at(-1).code.push(line.replace(new RegExp(`^\\s{0,${fence.indent}}`), ''));
    else if (line.trim() !== fence.marks)
      throw new Error(`line ${fence.line}: the block does not end`);
  }
  return blocks.map(({ fence: _, code, ...block }) => ({ ...block, code: code.join('\n') }));
}

/** Targets of links and pictures in prose. A label may hold code, so code within a line is not left out of it. */
export function linksOf(text) {
  return linesOf(text)
    .filter(({ fence }) => !fence)
    .flatMap(({ line }) => [...line.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target));
}

/** Names under which GitHub and the site reach the headings of a text. */
export function anchorsOf(text) {
  const seen = new Map();
  return linesOf(text)
    .filter(({ fence }) => !fence)
    .flatMap(({ line }) => /^#{1,6}\s+(.*)$/.exec(line)?.[1] ?? [])
    .map((heading) => {
      const slug = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-');
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    });
}

// Finds, in the source of a view, the texts that a reader would see or hear. Grammar by TypeScript, markup by a few patterns.
import ts from 'typescript';

export interface Found {
  line: number;
  text: string;
}

const hole = '\u0001'; // represents what is computed
const word = /\p{L}{2,}/u;
/** Two words or more with something between them, as nobody writes names for machines. */
const phrase = /\p{L}{2,}['’]?[,.:;!?)]*\s+[^\s=]*\p{L}/u;
const selector = /(^|\s)[.#[]\w|\]|^\(.*\)$/; // also media queries
const readAttribute =
  /\s(?:aria-(?:label|description|valuetext|roledescription)|placeholder|title|alt|label)="([^"]*)"/g;
const readValue =
  /\s(?:aria-(?:label|description|valuetext|roledescription)|placeholder|title|alt|label)="?[^"]*$/;
/** Of objects: what choices, marks and axes are called. */
const readProperty = /^(text|label|title|summary|caption|[xy]Label)$/;

export function literalTexts(source: string): Found[] {
  const file = ts.createSourceFile('view.ts', source, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const add = (node: ts.Node, texts: string[]) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    for (const text of texts) found.push({ line: line + 1, text });
  };
  const judged = new Set<ts.Node>(); // shown as they are, or the value of an attribute that nobody reads
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'css') return;
    if (ts.isTaggedTemplateExpression(node)) {
      add(node, textsOfMarkup(node.template));
      for (const { expression, isShown } of holesOf(node.template)) {
        for (const literal of outcomes(expression)) {
          judged.add(literal);
          if (isShown) add(literal, spoken(literalText(literal)!));
        }
        visit(expression);
      }
      return;
    }
    const text = literalText(node);
    if (text !== null && !judged.has(node) && isRead(node, text)) add(node, spoken(text));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What a literal says, with holes; null if it is none. */
function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteral(node)) return node.text;
  return ts.isTemplateLiteral(node) ? withHoles(node) : null;
}

const withHoles = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(hole);

interface Hole {
  expression: ts.Expression;
  /** Between tags, or the value of an attribute that is read out. */
  isShown: boolean;
}

function holesOf(template: ts.TemplateLiteral): Hole[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return [];
  let before = template.head.text;
  return template.templateSpans.map(({ expression, literal }) => {
    const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>');
    const isShown = !isInTag || readValue.test(before);
    before += hole + literal.text;
    return { expression, isShown };
  });
}

const joining = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** The literals that an expression can come to without calling anything. */
function outcomes(expression: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return outcomes(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...outcomes(expression.whenTrue), ...outcomes(expression.whenFalse)];
  if (ts.isBinaryExpression(expression))
    return joining.has(expression.operatorToken.kind)
      ? [...outcomes(expression.left), ...outcomes(expression.right)]
      : [];
  return literalText(expression) === null ? [] : [expression];
}

function isRead(node: ts.Node, text: string): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) && parent.initializer === node)
    if (readProperty.test(parent.name.getText())) return word.test(text);
  return phrase.test(text) && !selector.test(text);
}

function textsOfMarkup(template: ts.TemplateLiteral): string[] {
  const markup = withHoles(template).replace(/<!--[^]*?-->/g, '');
  const attributes = [...markup.matchAll(readAttribute)].flatMap(([, value]) => spoken(value!));
  const between = markup.replace(/<[^<>]*>/g, '\n\n').split('\n\n');
  return [...between.flatMap(spoken), ...attributes];
}

/** The pieces of a text that hold a word, without what is computed between them. */
const spoken = (text: string): string[] =>
  text
    .split(hole)
    .map((piece) => piece.replace(/\s+/g, ' ').trim())
    .filter((piece) => word.test(piece));

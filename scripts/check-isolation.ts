import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Expression, type JSXChild, parseSync, type Span, Visitor } from 'oxc-parser';

/**
 * Refuses users' words that stand beside other words without `isolateWords` (docs/decisions/0060-words-of-users.md): in
 * an element with other content, a template or a joined list. Alone in an element they are isolated by the style sheet,
 * in a translated text by its interpolation.
 */
const root = join(import.meta.dirname, '..');
/** The apps, and what a preview in a chat shows. */
const SCREENS = /^(apps\/(web|admin)\/app\/.*|packages\/ui\/src\/.*|apps\/api\/.*\/offer-preview)\.tsx?$/;

/** Fields that hold words of users, whatever they are a part of. */
const WORDS = new Set([
  'address',
  'author',
  'buyer_email',
  'by',
  'client',
  'device_name',
  'dish',
  'email',
  'name',
  'owner_name',
  'place_name',
  'reason',
  'return_reason',
  'sale_place_name',
  'sname',
  'subject_name',
]);
/** Variables of these names are mostly something else. */
const COMMON_VARIABLES = new Set(['by', 'name', 'reason']);
/** Functions that return users' words. */
const FUNCTIONS = new Set([
  'formatDeviceName',
  'getDisplayName',
  'getDistrict',
  'getProductName',
  'nameAuthor',
]);
/** Where no user reads what is built, or the library isolates it. */
const TECHNICAL_ATTRIBUTES = new Set(['key', 'to', 'href', 'src', 'id', 'className', 'd', 'value']);

/** What goes into a form, where its user reads it alone. */
const EXCEPTIONS = new Set([
  'apps/web/app/features/sale-places/location/use-sale-place-position.ts geocoded.address',
]);

const errors = new Set<string>();
const usedExceptions = new Set<string>();

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
for (const file of files.filter((path) => SCREENS.test(path) && !path.includes('.test.'))) checkFile(file);
for (const place of EXCEPTIONS)
  if (!usedExceptions.has(place)) errors.add(`'${place}' is an exception that nothing needs`);
if (errors.size) console.error([...errors].join('\n'));
console.error(`${errors.size} places where users' words are not isolated`);
process.exit(errors.size ? 1 : 0);

function checkFile(file: string): void {
  const source = readFileSync(join(root, file), 'utf8');
  const report = (expression: Expression): void => {
    for (const { start, end } of listWords(expression)) {
      const text = source.slice(start, end);
      if (EXCEPTIONS.has(`${file} ${text}`)) usedExceptions.add(`${file} ${text}`);
      else errors.add(`${file}:${source.slice(0, start).split('\n').length}: ${text}`);
    }
  };
  const technical: Span[] = [];
  const isTechnical = ({ start, end }: Span) =>
    technical.some((span) => span.start <= start && end <= span.end);
  const arrays = new Map<string, Expression>();
  const checkChildren = ({ children }: { children: JSXChild[] }) => {
    const contents = children.filter(
      (child) =>
        !(child.type === 'JSXText' && /^\s*$/.test(child.value) && child.value.includes('\n')) &&
        !(child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'),
    );
    if (contents.length < 2) return;
    for (const child of contents)
      if (child.type === 'JSXExpressionContainer' && child.expression.type !== 'JSXEmptyExpression')
        report(child.expression);
  };
  /** What `[a, b].filter(…).join(…)`, `list.join(…)` and `list.map(…).join(…)` join. */
  const checkJoined = (list: Expression): void => {
    if (list.type === 'ArrayExpression')
      for (const element of list.elements)
        if (element) report(element.type === 'SpreadElement' ? element.argument : element);
    if (list.type === 'Identifier' && arrays.has(list.name)) checkJoined(arrays.get(list.name)!);
    if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return;
    const [callback] = list.arguments;
    if (callback?.type === 'ArrowFunctionExpression' && callback.body.type !== 'BlockStatement')
      report(callback.body);
    else checkJoined(list.callee.object);
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'ArrayExpression') arrays.set(id.name, init);
    },
    JSXAttribute: ({ name, start, end }) => {
      if (TECHNICAL_ATTRIBUTES.has(String(name.name))) technical.push({ start, end });
    },
    JSXElement: checkChildren,
    JSXFragment: checkChildren,
    TemplateLiteral: (template) => {
      // A name of several words is one name.
      const isName = template.quasis.every(({ value }) => value.raw.trim() === '');
      if (!isName && !isTechnical(template))
        for (const expression of template.expressions) report(expression);
    },
    CallExpression: ({ callee, arguments: passed }) => {
      if (callee.type === 'Identifier' && callee.name === 't') technical.push(...passed);
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        if (callee.property.name === 'join') checkJoined(callee.object);
    },
  }).visit(parseSync(file, source).program);
}

/** The parts of an expression that may be its value and are users' words. */
function listWords(expression: Expression): Expression[] {
  switch (expression.type) {
    case 'ConditionalExpression':
      return [...listWords(expression.consequent), ...listWords(expression.alternate)];
    case 'LogicalExpression':
      return [
        ...(expression.operator === '&&' ? [] : listWords(expression.left)),
        ...listWords(expression.right),
      ];
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return listWords(expression.expression);
    case 'ChainExpression':
      return listWords(expression.expression);
    case 'CallExpression':
      return expression.callee.type === 'Identifier' && FUNCTIONS.has(expression.callee.name)
        ? [expression]
        : [];
    case 'Identifier':
      return WORDS.has(expression.name) && !COMMON_VARIABLES.has(expression.name) ? [expression] : [];
    case 'MemberExpression':
      return expression.property.type === 'Identifier' && WORDS.has(expression.property.name)
        ? [expression]
        : [];
    default:
      return [];
  }
}

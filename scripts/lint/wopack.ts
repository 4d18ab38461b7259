import { definePlugin, defineRule, type ESTree } from '@oxlint/plugins';

/** Words of the glossary (docs/glossary.md) that names have instead. */
const FORBIDDEN_WORDS = new Map([
  ['alarm', 'alert'],
  ['asked', 'what was requested'],
  ['bones', 'skeleton'],
  ['book', 'ledger, reconciliation'],
  ['books', 'ledger, reconciliation'],
  ['dish', 'product'],
  ['found', 'what was found'],
  ['gathered', 'batch loader'],
  ['given', 'the name of the value'],
  ['hearts', 'favourites'],
  ['keeper', 'personal data'],
  ['known', 'the name of the value'],
  ['letgo', 'release'],
  ['most', 'MAX_…'],
  ['noone', 'anonymised user'],
  ['pack', 'product'],
  ['packs', 'products'],
  ['patience', 'RETRY_POLICY, TIMEOUT'],
  ['seen', 'the name of the value'],
  ['shop', 'sale place'],
  ['tell', 'notify'],
  ['theirs', 'the name of the value'],
  ['told', 'notified'],
  ['venue', 'sale place'],
  ['venues', 'sale places'],
  ['wanted', 'the name of the value'],
  ['wished', 'requested'],
]);

const splitWords = (name: string): string[] =>
  name
    .replace(/not_?found/i, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
/** Columns and API fields have the names of the specification. */
const isWireName = (name: string): boolean => /[a-z]_[a-z]/.test(name);

const names = defineRule({
  create: (context) => ({
    Program() {
      for (const { variables } of context.sourceCode.scopeManager.scopes)
        for (const { name, defs } of variables) {
          const word = splitWords(name).find((part) => FORBIDDEN_WORDS.has(part));
          if (!word || isWireName(name)) continue;
          for (const { type, name: node } of defs)
            if (type !== 'ImportBinding')
              context.report({ node, message: `Instead of '${word}': ${FORBIDDEN_WORDS.get(word)}.` });
        }
    },
  }),
});

/** Fields that hold words of users, whatever they are a part of. */
const USERS_WORDS = new Set([
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

/** In an attribute that no user reads, or passed to `t`, whose interpolation isolates it. */
function isTechnical(node: ESTree.Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (parent.type === 'JSXAttribute') return TECHNICAL_ATTRIBUTES.has(String(parent.name.name));
  const isPassed = parent.type === 'CallExpression' && parent.callee !== node;
  if (isPassed && parent.callee.type === 'Identifier' && parent.callee.name === 't') return true;
  return isTechnical(parent);
}

/** The parts of an expression that may be its value and are users' words. */
function listWords(expression: ESTree.Expression): ESTree.Expression[] {
  switch (expression.type) {
    case 'ConditionalExpression':
      return [expression.consequent, expression.alternate].flatMap(listWords);
    case 'LogicalExpression':
      return [...(expression.operator === '&&' ? [] : [expression.left]), expression.right].flatMap(
        listWords,
      );
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ChainExpression':
      return listWords(expression.expression);
    case 'CallExpression':
      return expression.callee.type === 'Identifier' && FUNCTIONS.has(expression.callee.name)
        ? [expression]
        : [];
    case 'Identifier':
      return USERS_WORDS.has(expression.name) && !COMMON_VARIABLES.has(expression.name) ? [expression] : [];
    case 'MemberExpression':
      return expression.property.type === 'Identifier' && USERS_WORDS.has(expression.property.name)
        ? [expression]
        : [];
    default:
      return [];
  }
}

/**
 * Users' words that stand beside other words without `isolateWords` (docs/decisions/0060-words-of-users.md): in an
 * element with other content, a template or a joined list. Alone in an element they are isolated by the style sheet, in
 * a translated text by its interpolation.
 */
const isolatedWords = defineRule({
  create(context) {
    const arrays = new Map<string, ESTree.Expression>();
    const check = (expression: ESTree.Expression): void => {
      for (const node of listWords(expression))
        context.report({
          node,
          message: "Isolate users' words by `isolateWords` where others stand beside them.",
        });
    };
    const checkChildren = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
      const contents = children.filter(
        (child) =>
          !(child.type === 'JSXText' && /^\s*$/.test(child.value) && child.value.includes('\n')) &&
          !(child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'),
      );
      if (contents.length < 2) return;
      for (const child of contents)
        if (child.type === 'JSXExpressionContainer' && child.expression.type !== 'JSXEmptyExpression')
          check(child.expression);
    };
    /** What `[a, b].filter(…).join(…)`, `list.join(…)` and `list.map(…).join(…)` join. */
    const checkJoined = (list: ESTree.Expression): void => {
      if (list.type === 'ArrayExpression')
        for (const element of list.elements)
          if (element) check(element.type === 'SpreadElement' ? element.argument : element);
      if (list.type === 'Identifier' && arrays.has(list.name)) checkJoined(arrays.get(list.name)!);
      if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return;
      const [callback] = list.arguments;
      if (callback?.type === 'ArrowFunctionExpression' && callback.body.type !== 'BlockStatement')
        check(callback.body);
      else checkJoined(list.callee.object);
    };
    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && init?.type === 'ArrayExpression') arrays.set(id.name, init);
      },
      JSXElement: checkChildren,
      JSXFragment: checkChildren,
      TemplateLiteral(template) {
        // A name of several words is one name.
        const isName = template.quasis.every(({ value }) => value.raw.trim() === '');
        if (!isName && !isTechnical(template)) template.expressions.forEach(check);
      },
      CallExpression({ callee }) {
        if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
          if (callee.property.name === 'join') checkJoined(callee.object);
      },
    };
  },
});

/** Codes, card fields and search boxes, which nobody pastes sentences into that matter. */
const SHORT_AUTOCOMPLETE = /^(?:one-time-code|cc-\w+)$/;

/** `maxLength` cuts pasted texts in silence. Forms refuse what is too long, beside its length. */
const cutTexts = defineRule({
  create: (context) => ({
    JSXOpeningElement({ attributes }) {
      const getText = (name: string): string | undefined => {
        for (const attribute of attributes)
          if (attribute.type === 'JSXAttribute' && attribute.name.name === name)
            return attribute.value?.type === 'Literal' ? attribute.value.value : '';
        return undefined;
      };
      const isSearch = getText('type') === 'search' || getText('enterKeyHint') === 'search';
      if (getText('maxLength') === undefined || isSearch) return;
      if (SHORT_AUTOCOMPLETE.test(getText('autoComplete') ?? '')) return;
      const node = attributes.find(
        (attribute) => attribute.type === 'JSXAttribute' && attribute.name.name === 'maxLength',
      )!;
      context.report({
        node,
        message: '`maxLength` cuts pasted texts: use `length` and `useTextRule`, or the error of the server.',
      });
    },
  }),
});

/** Browsers say one fault at a time, in their own language, beside no field. */
const noBrowserValidation = defineRule({
  create: (context) => ({
    JSXOpeningElement(element) {
      if (element.name.type !== 'JSXIdentifier' || element.name.name !== 'form') return;
      const isOff = element.attributes.some(
        (attribute) =>
          attribute.type === 'JSXAttribute' &&
          attribute.name.type === 'JSXIdentifier' &&
          attribute.name.name === 'noValidate',
      );
      if (!isOff)
        context.report({ node: element, message: 'Forms say their faults themselves: noValidate.' });
    },
  }),
});

/** Rules that oxlint does not have. */
export default definePlugin({
  meta: { name: 'wopack' },
  rules: {
    names,
    'isolated-words': isolatedWords,
    'cut-texts': cutTexts,
    'no-browser-validation': noBrowserValidation,
  },
});

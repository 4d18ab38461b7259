import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type ArrowFunctionExpression,
  type BindingPattern,
  type BindingRestElement,
  type Function as OxcFunction,
  type ParamPattern,
  parseSync,
  Visitor,
} from 'oxc-parser';
import forbidden from './forbidden-names.json' with { type: 'json' };

/** Refuses the words of forbidden-names.json in file names and in names that the code declares (docs/glossary.md). */
const root = join(import.meta.dirname, '..');
const words = new Map(Object.entries(forbidden.words));
const exceptions = new Set(Object.keys(forbidden.exceptions));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const splitWords = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
const findForbidden = (name: string): string[] =>
  splitWords(name.replace(/not-?found/i, '')).filter((word) => words.has(word));

const errors: string[] = [];
const usedExceptions = new Set<string>();
const report = (where: string, name: string): void => {
  if (exceptions.has(`${where} ${name}`)) {
    usedExceptions.add(`${where} ${name}`);
    return;
  }
  for (const word of findForbidden(name))
    errors.push(`${where}: '${word}' in '${name}' (${words.get(word)})`);
};

for (const file of files.filter(
  (path) => /\.(ts|tsx|mts|mjs|css|sql)$/.test(path) && !/migrations\//.test(path),
))
  report(file, basename(file));
for (const file of files.filter((path) => /\.tsx?$/.test(path) && !/\.gen\.ts$/.test(path)))
  for (const name of declaredNames(file)) if (!isWireName(name)) report(file, name);

for (const name of exceptions)
  if (!usedExceptions.has(name)) errors.push(`'${name}' is an exception that nothing needs`);
if (errors.length) console.error(errors.join('\n'));
console.error(`${errors.length} forbidden names`);
process.exit(errors.length ? 1 : 0);

/** Columns and API fields have the names of the specification. */
function isWireName(name: string): boolean {
  return /[a-z]_[a-z]/.test(name);
}

/** Destructuring patterns declare all their identifiers; keys of object literals and types may be API fields. */
function declaredNames(file: string): Set<string> {
  const names = new Set<string>();
  const addFunction = ({ id, params }: OxcFunction | ArrowFunctionExpression) => {
    if (id) addPattern(id, names);
    for (const parameter of params) addPattern(parameter, names);
  };
  const addDeclared = ({ id }: { id: BindingPattern | null }) => {
    if (id) addPattern(id, names);
  };
  new Visitor({
    VariableDeclarator: addDeclared,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    TSDeclareFunction: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: addDeclared,
    ClassExpression: addDeclared,
    TSInterfaceDeclaration: addDeclared,
    TSTypeAliasDeclaration: addDeclared,
  }).visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program);
  return names;
}

function addPattern(pattern: ParamPattern | BindingRestElement, names: Set<string>): void {
  if (pattern.type === 'Identifier') names.add(pattern.name);
  if (pattern.type === 'AssignmentPattern') addPattern(pattern.left, names);
  if (pattern.type === 'RestElement') addPattern(pattern.argument, names);
  if (pattern.type === 'TSParameterProperty') addPattern(pattern.parameter, names);
  if (pattern.type === 'ArrayPattern')
    for (const element of pattern.elements) if (element) addPattern(element, names);
  if (pattern.type === 'ObjectPattern')
    for (const property of pattern.properties)
      addPattern(property.type === 'RestElement' ? property : property.value, names);
}

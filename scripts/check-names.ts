import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from '@swc/core';
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

function declaredNames(file: string): Set<string> {
  const source = readFileSync(join(root, file), 'utf8');
  const module = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true });
  const names = new Set<string>();
  visit(module, names);
  return names;
}

/** Destructuring patterns declare all their identifiers; keys of object literals and types may be API fields. */
function visit(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) for (const part of node) visit(part, names);
  if (typeof node !== 'object' || node === null) return;
  const { type } = node as { type?: string };
  if (type === 'VariableDeclarator') addPattern((node as { id: unknown }).id, names);
  if (type === 'Parameter') addPattern((node as { pat: unknown }).pat, names);
  if (type === 'ArrowFunctionExpression') addPattern((node as { params: unknown }).params, names);
  if (/^(Function|Class)(Declaration|Expression)$/.test(type ?? ''))
    addPattern((node as { identifier: unknown }).identifier, names);
  if (type === 'TsInterfaceDeclaration' || type === 'TsTypeAliasDeclaration')
    addPattern((node as { id: unknown }).id, names);
  for (const value of Object.values(node)) visit(value, names);
}

function addPattern(pattern: unknown, names: Set<string>): void {
  if (Array.isArray(pattern)) for (const part of pattern) addPattern(part, names);
  if (typeof pattern !== 'object' || pattern === null) return;
  const { type, value } = pattern as { type?: string; value?: unknown };
  if (type === 'Identifier') names.add(String(value));
  if (type === 'AssignmentPatternProperty') addPattern((pattern as { key: unknown }).key, names);
  if (type === 'KeyValuePatternProperty') addPattern(value, names);
  if (type === 'AssignmentPattern') addPattern((pattern as { left: unknown }).left, names);
  if (type === 'RestElement') addPattern((pattern as { argument: unknown }).argument, names);
  if (type === 'ObjectPattern') addPattern((pattern as { properties: unknown }).properties, names);
  if (type === 'ArrayPattern') addPattern((pattern as { elements: unknown }).elements, names);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOpenApiDocuments } from '../apps/api/src/openapi.ts';

const MAX_LINE_WIDTH = 110;

/** Writes the committed OpenAPI documents; `npm run check` fails when they do not match the endpoint table. */
for (const [name, document] of Object.entries(await buildOpenApiDocuments()))
  writeFileSync(join(import.meta.dirname, '..', name), `${formatJson(document, '', 0)}\n`);
process.exit(0);

/**
 * Formats JSON with every object and array on one line if it fits; `prefixLength`: length of the text before it on its
 * line.
 */
function formatJson(value: unknown, indent: string, prefixLength: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const [open, close, space] = isArray ? ['[', ']', ''] : ['{', '}', ' '];
  if (entries.length === 0) return open + close;
  const formatEntries = (separator: string, entryIndent: string) =>
    entries
      .map(([key, part]) => {
        const prefix = isArray ? '' : `${JSON.stringify(key)}: `;
        return prefix + formatJson(part, entryIndent, prefix.length);
      })
      .join(separator);
  if (JSON.stringify(value).length < MAX_LINE_WIDTH) {
    const line = open + space + formatEntries(', ', indent) + space + close;
    if (indent.length + prefixLength + line.length < MAX_LINE_WIDTH && !line.includes('\n')) return line;
  }
  const entryIndent = `${indent} `;
  return `${open}\n${entryIndent}${formatEntries(`,\n${entryIndent}`, entryIndent)}\n${indent}${close}`;
}

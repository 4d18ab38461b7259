import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Starts the server with code that an earlier start stripped of its types and compiled, where that can be kept. */
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'));
await import('./main.ts');

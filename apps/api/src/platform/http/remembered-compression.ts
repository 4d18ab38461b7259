import { hash } from 'node:crypto';
import zlib from 'node:zlib';
import type { RouteShorthandOptions } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Longer than every page and description of the API; what is longer is compressed as a stream. */
const MAX_TEXT_BYTES = 1024 * 1024;
/** Holds some 500 compressed pages in each process. */
const MAX_REMEMBERED_BYTES = 4 * 1024 * 1024;

const remembered = new LRUCache<string, Buffer>({
  maxSize: MAX_REMEMBERED_BYTES,
  sizeCalculation: ({ length }) => length + 100,
});

/** Equal texts have one compressed form, which all their replies share; nothing has to be forgotten when a text changes. */
const remember =
  <Options>(encoding: string, compress: (text: Buffer, options?: Options) => Buffer) =>
  (text: Buffer, options?: Options): Buffer => {
    const key = encoding + hash('sha256', text, 'base64url');
    const compressed = remembered.get(key) ?? compress(text, options);
    remembered.set(key, compressed);
    return compressed;
  };

/**
 * Of routes that send everybody the same texts. As a stream, each reply has memory for an encoder (0.5 MB, and 1.5 MB for
 * a description of the API) from its request to its end, however many there are.
 */
export const rememberedCompression: NonNullable<RouteShorthandOptions['compress']> = {
  customTypes: /^(application\/json|text\/html)/,
  encodings: ['br', 'gzip'],
  syncThreshold: MAX_TEXT_BYTES,
  zlib: {
    ...zlib,
    brotliCompressSync: remember('br', zlib.brotliCompressSync),
    gzipSync: remember('gzip', zlib.gzipSync),
  },
};

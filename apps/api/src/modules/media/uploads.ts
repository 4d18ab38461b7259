import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../../platform/files/private-files.ts';
import type { Storage, StoredPhoto } from '../../platform/files/storage.ts';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { type Arrival, findDisplaced } from '../../platform/http/arrivals.ts';
import { MAX_UPLOAD_BYTES } from '../../platform/http/fastify.ts';
import { createTooManyError, isLoopback, networkOf, wideNetworkOf } from '../../platform/http/rate-limits.ts';
import { assertStillAllowed } from '../../platform/http/session-end.ts';
import { createConcurrencyLimiter } from '../../platform/http/stream-route.ts';
import type { TaskOwner } from '../../platform/work-process/turns.rules.ts';
import { createTurns, createUsedTime, NoPlaceError } from '../../platform/work-process/turns.ts';
import { createWorkProcess, WorkEndedError } from '../../platform/work-process/work-process.ts';
import type { PictureTasks } from './picture-process.ts';
import { findPictureKind, isHeic, SIGNATURE_LENGTH, type Target } from './pictures.rules.ts';

/** Stored widths of a product photo in pixels; 16:9. */
export const PHOTO_WIDTHS = [1280, 640, 320] as const;

/** Photos that are decoded at once, of those that take little memory; others are alone. The process bounds them together. */
const MAX_DECODED = 2;

/** The largest accepted pictures take 2 seconds. */
const pictures = createWorkProcess<PictureTasks>({
  script: join(import.meta.dirname, 'picture-process.ts'),
  maxHeapMb: 64,
  timeoutMs: 15_000,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxRunning: MAX_DECODED,
});
const decodingTime = createUsedTime();
const takeTurnToDecode = createTurns(MAX_DECODED, Number.POSITIVE_INFINITY, decodingTime);

/** A file that has arrived whole. */
export interface ArrivedFile {
  path: string;
  owner: TaskOwner;
  /** As its sender named it. */
  name: string;
}

type PictureFile = Pick<ArrivedFile, 'path' | 'owner'>;

/** What a field accepts: by default a picture. */
export interface FileKind {
  maxBytes: number;
  /** Throws when the first bytes are of nothing that is accepted; they may be fewer. */
  assertStart: (start: Buffer) => void;
  /** Messages for what is refused; by default those of pictures. */
  messages?: { refused: string; tooLarge: string; tooDemanding: string; tooSlow: string };
}

const PICTURE: FileKind = { maxBytes: MAX_UPLOAD_BYTES, assertStart: assertPicture };

/**
 * Stores an uploaded photo in all sizes: turned upright, cropped to 16:9 around the point of interest, and
 * re-encoded without metadata (location, camera).
 */
export async function storePhoto(storage: Storage, file: PictureFile): Promise<StoredPhoto> {
  const targets = PHOTO_WIDTHS.map((width) => ({ width, height: Math.round((width * 9) / 16) }));
  return storeSizes(storage, 'photos', await encodeWebp(file, targets));
}

/** The same with a photo that has arrived as a part of something else. */
export async function storePhotoBytes(
  { config, storage }: Pick<Context, 'config' | 'storage'>,
  content: Uint8Array,
  owner: TaskOwner,
): Promise<StoredPhoto> {
  assertPicture(Buffer.from(content.subarray(0, SIGNATURE_LENGTH)));
  const path = join(await openArrivalFolder(config.dataDir), randomUUID());
  try {
    await writeFile(path, content, { mode: PRIVATE_FILE_MODE });
    return await storePhoto(storage, { path, owner });
  } catch (error) {
    if (error instanceof WorkEndedError)
      throw new AppError('uploadRefused', { message: 'media.tooDemanding' }, error);
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** A folder of its own for the parts of a file that has arrived; removed when `use` ends. */
export async function withArrivalFolder<T>(
  { config }: Pick<Context, 'config'>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(await openArrivalFolder(config.dataDir), randomUUID());
  await mkdir(folder, { mode: PRIVATE_FOLDER_MODE });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { force: true, recursive: true });
  }
}

/** Evidence is never shown to everybody. */
export const isEvidence = ({ path }: Pick<StoredPhoto, 'path'>): boolean =>
  path.startsWith('/media/evidence/');

/** Longer sides of evidence in pixels: print on a page of paper can be read. */
const EVIDENCE_SIDES = [2048, 640] as const;

/** Stores what is to prove something: whole, turned upright, and re-encoded without metadata. */
export async function storeEvidence(storage: Storage, file: PictureFile): Promise<StoredPhoto> {
  const targets = EVIDENCE_SIDES.map((side) => ({ width: side, height: side, isWhole: true }));
  return storeSizes(storage, 'evidence', await encodeWebp(file, targets));
}

type Encoded = Awaited<ReturnType<typeof encodeWebp>>;

async function storeSizes(
  storage: Storage,
  kind: 'photos' | 'evidence',
  sizes: Encoded,
): Promise<StoredPhoto> {
  const key = `${kind}/${randomBytes(12).toString('hex')}`;
  const writes = await Promise.allSettled(
    sizes.map(({ width, bytes }) => storage.put(createStorageKey(key, width), bytes)),
  );
  const rejected = writes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (rejected) {
    // All sizes are stored or none.
    const stored = sizes.filter((_, index) => writes[index]!.status === 'fulfilled');
    await Promise.allSettled(stored.map(({ width }) => storage.remove(createStorageKey(key, width))));
    throw rejected.reason;
  }
  return listPhotoPaths(
    `/media/${key}`,
    sizes.map(({ width }) => width),
  );
}

const createStorageKey = (base: string, width: number) => `${base}-${width}.webp`;

/** Stores a square avatar in one size. Returns its path. */
export async function storeAvatar(storage: Storage, file: PictureFile): Promise<string> {
  const [square] = await encodeWebp(file, [{ width: 256, height: 256 }]);
  const key = `avatars/${randomBytes(12).toString('hex')}.webp`;
  await storage.put(key, square!.bytes);
  return `/media/${key}`;
}

/** Path and srcset of a photo with files `<base>-<width>.webp`. */
export const listPhotoPaths = (base: string, widths: readonly number[] = PHOTO_WIDTHS): StoredPhoto => ({
  path: createStorageKey(base, widths[0]!),
  srcset: widths.map((width) => `${createStorageKey(base, width)} ${width}w`).join(', '),
});

async function encodeWebp(file: PictureFile, targets: readonly Target[]) {
  const encoded = (await encodeBesideOthers(file, targets)) ?? (await decodeInTurn(file, targets, true))!;
  return encoded.map(({ bytes, width }) => ({
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    width,
  }));
}

/** Null: it takes much, or ended its process together with another one, so that nobody knows whose fault it was. */
async function encodeBesideOthers(file: PictureFile, targets: readonly Target[]) {
  try {
    return await decodeInTurn(file, targets, false);
  } catch (error) {
    if (error instanceof WorkEndedError && error.wasShared) return null;
    throw error;
  }
}

const decodeInTurn = ({ path, owner }: PictureFile, targets: readonly Target[], isAlone: boolean) =>
  takeTurnToDecode(
    owner,
    async () => {
      const startedAt = performance.now();
      return pictures
        .run('encodeWebp', { path, targets, isAlone })
        .finally(() => decodingTime.note(owner, performance.now() - startedAt));
    },
    { places: isAlone ? MAX_DECODED : 1 },
  );

/**
 * Files are removed by a job, so that an unavailable storage neither loses a removal nor blocks the
 * request.
 */
export const mediaJobs = ({ jobs, storage }: Context): Promise<void> =>
  jobs.work('media.delete-files', async ({ keys }) => {
    for (const key of keys) await storage.remove(key);
  });

/** Removes all sizes of an unreferenced photo once the transaction has committed. */
export function scheduleRemovePhoto(jobs: Context['jobs'], trx: Trx, { srcset }: StoredPhoto): Promise<void> {
  return scheduleRemoveFiles(
    jobs,
    trx,
    srcset.split(',').map((size) => size.trim().split(' ')[0]!),
  );
}

/** Removes files by path. Demo pictures are shared and stay. */
export async function scheduleRemoveFiles(
  jobs: Context['jobs'],
  trx: Trx,
  paths: readonly (string | null)[],
): Promise<void> {
  const keys = paths.flatMap(
    (path) => /^\/media\/((photos|avatars|evidence)\/.+)$/.exec(path ?? '')?.[1] ?? [],
  );
  if (keys.length) await jobs.enqueue(trx, 'media.delete-files', { keys });
}

/** Concurrent uploads of one user: the number of photos of a product, which the app sends together. */
const MAX_UPLOADS_PER_USER = 8;
/** A network may be a whole office or the customers of a mobile operator. */
const MAX_UPLOADS_PER_NETWORK = 32;
/**
 * Bodies that arrive at once at one process: each takes a connection and up to 10 MB of disk, and little memory. Beyond
 * this number the slowest one of the wide network that has most of them makes room.
 */
const MAX_ARRIVING = 256;
/** Complete uploads that are decoded and stored at once; this many results are in memory. */
const MAX_UPLOADS = 16;
/** Further ones wait as files; beyond this number the newest one of the wide network that has most of them is refused. */
const MAX_WAITING_UPLOADS = 32;

const countOfUser = createConcurrencyLimiter(MAX_UPLOADS_PER_USER);
const countOfNetwork = createConcurrencyLimiter(MAX_UPLOADS_PER_NETWORK);
const arriving = new Set<UploadArrival>();
const takeTurn = createTurns(MAX_UPLOADS, MAX_WAITING_UPLOADS, decodingTime);

/** Headers and boundaries of a body with one file. */
const MULTIPART_BYTES = 64 * 1024;

/** Whose picture ended the process that decodes may not send another for some minutes: it delays everybody's. */
const COOL_DOWN_SECONDS = 300;
const coolDowns = new WeakMap<Context['config'], RateLimiterMemory>();
const getCoolDown = (config: Context['config']) =>
  coolDowns.getOrInsertComputed(
    config,
    () => new RateLimiterMemory({ points: 1, duration: COOL_DOWN_SECONDS }),
  );

/**
 * Receives the only file of a multipart request and passes it to `store`. A place among the uploads in work is
 * taken once the file has arrived, so that slow senders keep nobody waiting.
 */
export async function receiveFile<T>(
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
  field: string,
  store: (file: ArrivedFile) => Promise<T>,
  kind: FileKind = PICTURE,
): Promise<T> {
  const userId = request.actor!.id;
  if (Number(request.headers['content-length']) > kind.maxBytes + MULTIPART_BYTES)
    throw createTooLargeError(kind);
  const coolDown = getCoolDown(config);
  const ended = await coolDown.get(userId);
  if (ended && ended.remainingPoints <= 0) throw createTooManyError(ended.msBeforeNext);
  const path = join(await openArrivalFolder(config.dataDir), randomUUID());
  const releaseUser = countOfUser(userId);
  let releaseNetwork = () => {};
  try {
    // As for rate limits: calls from this machine outside production are not counted.
    if (config.production || !isLoopback(request.ip)) releaseNetwork = countOfNetwork(networkOf(request.ip));
    const name = await limitArrival(request, () => saveFile(request, field, path, kind), kind);
    await assertStillAllowed(request);
    const owner = { userId, network: wideNetworkOf(request.ip) };
    return await takeTurn(owner, () => store({ path, owner, name }));
  } catch (error) {
    if (error instanceof WorkEndedError) {
      await coolDown.penalty(userId);
      const message = kind.messages?.tooDemanding ?? 'media.tooDemanding';
      throw new AppError('uploadRefused', { message }, error);
    }
    throw error instanceof NoPlaceError ? createBusyError() : error;
  } finally {
    releaseNetwork();
    releaseUser();
    discardRest(request);
    await rm(path, { force: true });
  }
}

/**
 * Reads and drops what is left of a refused body: Node does so only with bodies that nobody began to read, and the next
 * request on the same connection would wait behind it.
 */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** Files of requests that a server did not live to answer are older than any request takes. */
const MAX_ARRIVAL_AGE_MS = 3_600_000;
const arrivalFolders = new Map<string, Promise<string>>();

/** The folder of files that arrive, cleared of what a crash left there. */
const openArrivalFolder = (dataDir: string): Promise<string> =>
  arrivalFolders.getOrInsertComputed(dataDir, async () => {
    const folder = join(dataDir, 'arriving');
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const modifiedAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Number.POSITIVE_INFINITY,
      );
      if (Date.now() - modifiedAt > MAX_ARRIVAL_AGE_MS) await rm(file, { force: true, recursive: true });
    }
    return folder;
  });

const createTooLargeError = ({ messages }: FileKind) =>
  new AppError('uploadTooLarge', messages && { message: messages.tooLarge });

/** Writes the file to the path, unless its first bytes are of nothing that is accepted. Returns its name. */
async function saveFile(
  request: FastifyRequest,
  field: string,
  path: string,
  kind: FileKind,
): Promise<string> {
  const rethrowUploadError = createRethrow(kind);
  const part: MultipartFile | undefined = await request
    .file({ limits: { fileSize: kind.maxBytes } })
    .catch(rethrowUploadError);
  if (!part || part.fieldname !== field) throw createValidationError(field, 'field.required');
  const file = await open(path, 'wx', PRIVATE_FILE_MODE);
  let start = Buffer.alloc(0);
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      if (start.length < SIGNATURE_LENGTH) {
        start = Buffer.concat([start, chunk.subarray(0, SIGNATURE_LENGTH - start.length)]);
        if (start.length === SIGNATURE_LENGTH) kind.assertStart(start);
      }
      await file.write(chunk);
    }
  } catch (error) {
    rethrowUploadError(error as Error);
  } finally {
    await file.close();
  }
  if (part.file.truncated) throw createTooLargeError(kind);
  kind.assertStart(start);
  return part.filename;
}

function assertPicture(start: Buffer): void {
  if (isHeic(start)) throw new AppError('uploadRefused', { message: 'media.heic' });
  if (!findPictureKind(start)) throw new AppError('uploadRefused');
}

/** Errors with a code pass on to the error handler; those without one mean content that cannot be read. */
const createRethrow =
  ({ messages }: FileKind) =>
  (error: Error & { code?: string }): never => {
    const { code } = error;
    if (messages && code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('uploadTooLarge', { message: messages.tooLarge });
    if (messages && code?.startsWith('FST_'))
      throw new AppError('uploadRefused', { message: messages.refused });
    throw code || error instanceof AppError
      ? error
      : new AppError('uploadRefused', messages && { message: messages.refused });
  };

const RATE_CHECK_MS = 1000;
/** A connection may pause this long, at the beginning or later. */
const GRACE_SECONDS = 10;
/** 10 MB take ten minutes; the time for a whole request is shorter anyway. */
const MIN_BYTES_PER_SECOND = 16_384;

interface UploadArrival extends Arrival {
  getBytesPerSecond: () => number;
  /** Answers with the error, and ends the connection after that. */
  refuse: (error: AppError) => void;
}

const createBusyError = () => new AppError('serviceDown', { message: 'media.busy', retryAfter: 5 });

/** Takes a place among the bodies that arrive, from the slowest of the network that has most if there is none. */
function takePlace(arrival: UploadArrival): void {
  if (arriving.size >= MAX_ARRIVING) {
    const displaced = findDisplaced([...arriving], arrival.network, (other) => other.getBytesPerSecond());
    if (!displaced) throw createBusyError();
    arriving.delete(displaced);
    displaced.refuse(createBusyError());
  }
  arriving.add(arrival);
}

/** Refuses a body that arrives too slowly, or has to make room, and ends its connection once the answer is sent. */
async function limitArrival<T>(
  request: FastifyRequest,
  receive: () => Promise<T>,
  { messages }: FileKind,
): Promise<T> {
  const { socket } = request.raw;
  const bytesBefore = socket.bytesRead;
  const refusal = Promise.withResolvers<never>();
  // Without a body in work it has nothing to refuse.
  refusal.promise.catch(() => {});
  let seconds = 0;
  const arrival: UploadArrival = {
    network: wideNetworkOf(request.ip),
    getBytesPerSecond: () => (socket.bytesRead - bytesBefore) / (seconds + 1),
    refuse(error) {
      refusal.reject(error);
      setTimeout(() => request.raw.destroy(), RATE_CHECK_MS).unref();
    },
  };
  takePlace(arrival);
  const received = receive();
  const timer = setInterval(() => {
    seconds += RATE_CHECK_MS / 1000;
    const expected = (seconds - GRACE_SECONDS) * MIN_BYTES_PER_SECOND;
    if (socket.bytesRead - bytesBefore < expected)
      arrival.refuse(new AppError('uploadRefused', { message: messages?.tooSlow ?? 'media.tooSlow' }));
  }, RATE_CHECK_MS);
  try {
    return await Promise.race([received, refusal.promise]);
  } finally {
    clearInterval(timer);
    arriving.delete(arrival);
    // It fails when the connection ends.
    received.catch(() => {});
  }
}

import type { Readable } from 'node:stream';
import { type EndpointName, endpoints } from '@wopack/contract';
import type { Static } from 'typebox';
import type { Context, Http } from '../../platform/context.ts';
import type { DbOrTrx } from '../../platform/db/database.ts';
import { createCsvStream } from '../../platform/files/csv.ts';
import { type FieldErrors, getBlankError } from '../../platform/http/app-error.ts';
import type { Call, Validate } from '../../platform/http/route.ts';
import type { AdminList } from './lists/list.ts';
import { type AuditChange, insertAuditEntry } from './operators/audit.queries.ts';
import { assertNotOwnCase } from './own-cases/own-cases.ts';

type Endpoints = typeof endpoints;
export type OperatorEndpointName = {
  [N in EndpointName]: Endpoints[N] extends { auth: 'operator' } ? N : never;
}[EndpointName];

type FileName = {
  [N in OperatorEndpointName]: Endpoints[N] extends { produces: string } ? N : never;
}[OperatorEndpointName];

/** Writes what the call did, in the transaction that does it. */
export type RecordAudit = (db: DbOrTrx, change?: AuditChange) => Promise<void>;

export type OperatorCall<N extends OperatorEndpointName> = Call<Endpoints[N]> & { record: RecordAudit };

type OperatorHandler<N extends OperatorEndpointName> = (
  call: OperatorCall<N>,
) => Promise<Static<Endpoints[N]['reply']>>;

interface OperatorRoutes {
  /** A POST that leaves no audit entry fails. */
  route<N extends OperatorEndpointName>(
    name: N,
    handler: OperatorHandler<N>,
    validate?: Validate<Endpoints[N]>,
  ): void;
  /** Sends a download. */
  fileRoute<N extends FileName>(
    name: N,
    handler: (call: OperatorCall<N>) => Promise<{ name: string; content: Readable | Buffer }>,
  ): void;
  /** A list and its export. Both are recorded, if they show people. */
  listRoutes(list: AdminList): void;
}

/** A reason of blanks is none. */
const findBlankReasons = (body: object = {}): FieldErrors =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => name.startsWith('reason'))
      .map(([name, text]) => [name, typeof text === 'string' && getBlankError(text)]),
  );

/** Longer ones are of telephones, cards, taxes and banks. */
const MAX_DIGITS_OF_ID = 8;

/** Without a text that may be a name, an address or a person's number: the log outlives an erased account. */
function describeFilter(query: object): object {
  const { q, cursor: _, ...filter } = query as { q?: string; cursor?: string };
  if (q === undefined) return filter;
  const isId = /^[\d\s]*$/.test(q) && q.replaceAll(/\s/g, '').length <= MAX_DIGITS_OF_ID;
  return { ...filter, q: isId ? q : '(text)' };
}

export function createOperatorRoutes(context: Context, http: Http): OperatorRoutes {
  const { db, clock } = context;
  const createRecorder =
    (name: string, { actor, request }: { actor: { id: number }; request: { id: string } }) =>
    (trx: DbOrTrx, change: AuditChange = {}) =>
      insertAuditEntry(trx, {
        ...change,
        at: clock.now(),
        operatorId: actor.id,
        action: name,
        requestId: request.id,
      }).then(() => {});
  return {
    route: (name, handler, validate) =>
      http.route(
        endpoints[name],
        async (call) => {
          const recordEntry = createRecorder(name, call);
          const isAlone = await assertNotOwnCase(context, name, call, (subject) =>
            recordEntry(db, { subject, after: { refused: 'own_case' } }),
          );
          let isRecorded = false;
          const record: RecordAudit = async (trx, change) => {
            await recordEntry(
              trx,
              isAlone ? { ...change, after: { ...change?.after, alone: true } } : change,
            );
            isRecorded = true;
          };
          const reply = await handler({ ...call, record });
          if (endpoints[name].method === 'POST' && !isRecorded)
            throw new Error(`${name} wrote no audit entry`);
          return reply;
        },
        {
          validate: async (call) => ({ ...findBlankReasons(call.body), ...(await validate?.(call)) }),
        },
      ),
    fileRoute: (name, handler) =>
      http.fileRoute(endpoints[name], (call) => handler({ ...call, record: createRecorder(name, call) })),
    listRoutes(list) {
      const [listName, exportName] = [`list${list.name}`, `export${list.name}`] as const;
      http.route(endpoints[listName], async (call) => {
        const page = await list.readPage(call.query, call.language);
        if (list.showsPeople)
          await createRecorder(listName, call)(db, {
            after: { ...describeFilter(call.query), ids: page.items.map(({ id }) => id) },
          });
        return page;
      });
      http.fileRoute(endpoints[exportName], async (call) => {
        await createRecorder(exportName, call)(db, { after: describeFilter(call.query) });
        return {
          name: `wopack-${list.file}.csv`,
          content: createCsvStream(list.header, list.readCells(call.query), call.language),
        };
      });
    },
  };
}

import Type from 'typebox';
import { Data, endpoint, FileReply, Instant, Nullable } from '../../endpoint.ts';
import { launchGroups, launchStates, personalDataFates } from '../../vocabulary.ts';
import { operatorChange, operatorRead } from './lists.ts';

const LaunchLink = Type.Object({
  kind: Type.Enum(['console', 'page', 'setting'], {
    description:
      'page: of the web app, or elsewhere if `target` is a URL; setting: `target` is the name of a variable',
  }),
  target: Type.String(),
  label: Type.String(),
});

const LaunchCheck = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum(launchStates, { description: 'later: can wait; missing: stops the opening' }),
    title: Type.String(),
    reason: Type.String(),
    link: Nullable(LaunchLink),
  },
  { $id: 'LaunchCheck', description: "texts are in the caller's language" },
);

const LaunchList = Type.Object(
  {
    operator_name: Type.String(),
    checked_at: Nullable(Instant),
    ok: Type.Integer(),
    later: Type.Integer(),
    missing: Type.Integer(),
    summary: Type.String(),
    advice: Type.String(),
    groups: Type.Array(
      Type.Object({
        id: Type.Enum(launchGroups),
        title: Type.String(),
        ok: Type.Integer(),
        checks: Type.Array(LaunchCheck),
      }),
      { description: 'empty: nothing was checked yet' },
    ),
  },
  { $id: 'LaunchList' },
);

export const launch = {
  getLaunchList: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/launch',
    right: 'launch.view',
    summary:
      'What an operator must be able to show before the town opens, as it was when it was last checked',
    reply: Data(LaunchList),
    errors: [],
  }),
  checkLaunch: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/launch/check',
    right: 'launch.check',
    summary: 'Check all again now: settings, database, payment provider and the records of the mail domain',
    limits: [{ max: 6, window: '1 minute', by: 'user' }],
    reply: Data(LaunchList),
    errors: ['tooMany'],
  }),
  exportLaunchPdf: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/launch/pdf',
    right: 'launch.view',
    summary: "The check list as a PDF in the caller's language; code 4 if nothing was checked yet",
    produces: 'application/pdf',
    reply: FileReply,
    errors: ['notFound', 'tooMany'],
  }),
  getProcessingRecord: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/processing_record',
    right: 'launch.view',
    summary:
      'Record of processing activities (GDPR article 30), made from the columns that hold personal data',
    reply: Data(
      Type.Object({
        version: Type.String({ description: 'of WoPack, and a mark of the content' }),
        controller: Type.Object({
          name: Type.String(),
          address: Type.String(),
          email: Nullable(Type.String()),
        }),
        security: Type.String(),
        activities: Type.Array(
          Type.Object({
            id: Type.String(),
            title: Type.String(),
            purpose: Type.String(),
            basis: Type.String(),
            people: Type.String(),
            data: Type.String(),
            recipients: Type.String(),
            columns: Type.Array(
              Type.Object({
                table: Type.String(),
                column: Type.String(),
                fate: Type.Enum(personalDataFates, {
                  description:
                    'when the account is deleted: erased within 30 days; retained for the years that the law requires; kept',
                }),
              }),
            ),
          }),
          { description: "texts are in the caller's language" },
        ),
      }),
    ),
    errors: [],
  }),
} as const;

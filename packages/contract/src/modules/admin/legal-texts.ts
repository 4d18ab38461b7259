import Type from 'typebox';
import { Data, Day, endpoint, Instant, Nullable } from '../../endpoint.ts';
import { legalTexts } from '../../vocabulary.ts';
import { operatorChange, operatorRead, Reason } from './lists.ts';

const Version = Type.String({ format: 'date', description: 'names the version: the day it was written' });

const ConsoleLegalText = Type.Object(
  {
    text: Type.Enum(legalTexts),
    title: Type.String(),
    version: Version,
    holds_from: Instant,
    planned: Nullable(
      Type.Object({ version: Version, announced_at: Instant, holds_from: Instant, changes: Type.String() }),
    ),
    waiting: Nullable(
      Type.Object(
        {
          version: Version,
          changes: Type.String(),
          notice_days: Type.Integer({ description: 'what the version that holds promises, at least 15' }),
          earliest: Type.String({
            format: 'date',
            description: 'the first day at whose beginning it may hold',
          }),
        },
        { description: 'the newest version, which holds once it is announced' },
      ),
    ),
  },
  { $id: 'ConsoleLegalText', description: "words are in the caller's language" },
);

export const legalTextsOfConsole = {
  getConsoleLegalTexts: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/legal_texts',
    right: 'launch.view',
    summary: 'Legal texts: which version holds, which is announced, and which waits to be announced',
    reply: Data(Type.Array(ConsoleLegalText)),
    errors: [],
  }),
  announceLegalText: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/legal_texts/announce',
    right: 'legal_texts.announce',
    stepUp: true,
    summary:
      'Tell all users by mail and in the app that a version holds from the beginning of a day of the operator, as far ahead ' +
      'as the version that holds promises and at least 15 days. It cannot be taken back',
    body: Type.Object({
      text: Type.Enum(legalTexts),
      version: Day(),
      holds_from: Day(),
      reason: Reason,
    }),
    reply: Data(Type.Array(ConsoleLegalText)),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;

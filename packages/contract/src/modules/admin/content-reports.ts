import Type from 'typebox';
import { Data, Id, IdParams, Instant, Nullable, Photo, Text } from '../../common.ts';
import { endpoint } from '../../endpoint.ts';
import { ProductTextInLanguage } from './content.ts';
import { list, period, Reason, Reference } from './lists.ts';

const module = 'admin';

/** Grounds that a reporter chooses from. */
const grounds = ['illegal', 'misleading', 'unsafe', 'offensive', 'privacy', 'copyright', 'other'] as const;
const subjects = ['product', 'seller', 'photo', 'review'] as const;

const contentReportFields = {
  id: Id,
  created_at: Instant,
  state: Type.Enum(['open', 'kept', 'hidden']),
  subject_kind: Type.Enum(subjects),
  subject_id: Type.Integer({
    description: 'of the product (also for a photo), the user, or the order of a review',
  }),
  subject_name: Type.String(),
  seller: Reference,
  ground: Type.Enum(grounds),
  text: Type.String(),
  reporter: Nullable(Reference),
};

const contentReports = list({
  path: '/api/v1/admin/content_reports',
  right: 'content_reports.view',
  summary: 'Reports of content',
  filters: {
    ...period,
    state: Type.Optional(Type.Enum(['open', 'kept', 'hidden'])),
    subject_kind: Type.Optional(Type.Enum(subjects)),
  },
  sorts: ['created_at'],
  row: Type.Object(contentReportFields, { $id: 'AdminContentReportRow' }),
});

const AdminContentReport = Type.Object(
  {
    ...contentReportFields,
    reporter_email: Nullable(Type.String()),
    photo_path: Nullable(Type.String()),
    subject_text: Type.String({ description: 'description of the product, or text of the review' }),
    subject_texts: Type.Array(ProductTextInLanguage),
    photos: Type.Array(Photo),
    is_hidden: Type.Boolean({ description: 'of the subject, now' }),
    earlier_reports: Type.Integer({ description: 'of the same subject' }),
  },
  { $id: 'AdminContentReport' },
);

export const reportsOfContent = {
  reportContent: endpoint({
    method: 'POST',
    path: '/api/v1/content_reports',
    module,
    auth: 'optional',
    summary: 'Report content as illegal or against the terms; without a token an `email` gets the answer',
    body: Type.Object({
      subject_kind: Type.Enum(subjects),
      subject_id: Id,
      photo_path: Type.Optional(Text(200, 1)),
      ground: Type.Enum(grounds),
      text: Text(2000, 1),
      email: Type.Optional(Type.String({ format: 'email', maxLength: 254 })),
    }),
    reply: Data(Type.Object({ id: Id })),
    limits: [
      { max: 10, window: '1 hour' },
      { max: 10, window: '1 hour', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  listContentReports: contentReports.rows,
  exportContentReports: contentReports.csv,
  getContentReport: endpoint({
    method: 'GET',
    path: '/api/v1/admin/content_reports/{id}',
    module,
    auth: 'operator',
    right: 'content_reports.view',
    summary: 'A report with what it is about; written to the audit log',
    params: IdParams,
    reply: Data(AdminContentReport),
    errors: ['validation', 'notFound'],
  }),
  decideContentReport: endpoint({
    method: 'POST',
    path: '/api/v1/admin/content_reports/{id}/decide',
    module,
    auth: 'operator',
    right: 'content_reports.decide',
    summary:
      'Keep or hide what was reported; reporter and person concerned get the reasons. A reported seller is suspended, ' +
      'which only an owner may',
    params: IdParams,
    body: Type.Object({ decision: Type.Enum(['keep', 'hide']), reason: Reason }),
    reply: Data(AdminContentReport),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;

import { join } from 'node:path';
import { launchGroups } from '@wopack/contract';
import { getLocale, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { createPdfs } from '../../../platform/pdf/create-pdfs.ts';
import type { OperatorCall } from '../operator-route.ts';
import { type LaunchSources, runLaunchChecks } from './check-launch.ts';
import { listLaunchChecks, type StoredCheck } from './launch.queries.ts';
import { type LaunchValue, launchChecks } from './launch.rules.ts';
import type { LaunchPdfInput } from './launch-pdf.ts';

type ListContext = Pick<Context, 'config' | 'db'>;

const STATE_ORDER = ['missing', 'later', 'ok'] as const;

function createFormatter(language: Language, timeZone: string) {
  const locale = getLocale(language);
  const dayTime = new Intl.DateTimeFormat(locale, {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const size = new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: 'megabyte', maximumSignificantDigits: 3 },
  });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return (value: LaunchValue): string | number => {
    if (typeof value !== 'object') return value;
    if ('at' in value) return dayTime.format(new Date(value.at));
    if ('date' in value) return day.format(new Date(value.date));
    if ('bytes' in value) return size.format(value.bytes / 1_000_000);
    return list.format(value.list);
  };
}

/** Checks in the reader's language: what is missing first in each group. */
export function viewLaunchChecks(
  { config }: Pick<Context, 'config'>,
  rows: readonly StoredCheck[],
  language: Language,
) {
  const stored = new Map(rows.map((row) => [row.id, row]));
  const format = createFormatter(language, config.operatorTimeZone);
  const view = (id: string, { state, finding }: StoredCheck) => {
    const key = `admin.launch.checks.${id}`;
    const values = Object.entries(finding.values ?? {}).map(([name, value]) => [name, format(value)]);
    return {
      id,
      state,
      title: translate(`${key}.title`, language),
      reason: translate(`${key}.${finding.reason}`, language, Object.fromEntries(values)),
      link: finding.link
        ? {
            ...finding.link,
            // The console may be on another host than the pages.
            ...(finding.link.kind === 'page' && {
              target: new URL(finding.link.target, config.publicUrl).href,
            }),
            label: translate(`admin.launch.links.${finding.link.kind}`, language),
          }
        : null,
    };
  };
  const checks = launchChecks.flatMap(({ id, group }) => {
    const row = stored.get(id);
    return row ? [{ group, ...view(id, row) }] : [];
  });
  const count = (state: StoredCheck['state']) => checks.filter((check) => check.state === state).length;
  const checkedAt = [...stored.values()].map(({ checked_at }) => checked_at.getTime());
  const numbers = { missing: count('missing'), later: count('later') };
  const outcome = numbers.missing > 0 ? 'notYet' : numbers.later > 0 ? 'almost' : 'ready';
  return {
    operator_name: config.operator.name,
    checked_at: checkedAt.length > 0 ? new Date(Math.min(...checkedAt)).toISOString() : null,
    ok: count('ok'),
    ...numbers,
    summary: translate(`admin.launch.outcomes.${outcome}.summary`, language, numbers),
    advice: translate(`admin.launch.outcomes.${outcome}.advice`, language),
    groups: launchGroups
      .map((id) => {
        const own = checks.filter(({ group }) => group === id);
        return {
          id,
          title: translate(`admin.launch.groups.${id}`, language),
          ok: own.filter(({ state }) => state === 'ok').length,
          checks: STATE_ORDER.flatMap((state) => own.filter((check) => check.state === state)).map(
            ({ group: _, ...check }) => check,
          ),
        };
      })
      .filter(({ checks: own }) => own.length > 0),
  };
}

const viewLaunchList = async (context: ListContext, language: Language) =>
  viewLaunchChecks(context, await listLaunchChecks(context.db), language);

export const getLaunchList = async (context: Context, { language }: OperatorCall<'getLaunchList'>) => ({
  data: await viewLaunchList(context, language),
});

export async function checkLaunch(
  context: Context,
  sources: LaunchSources,
  { language, record }: OperatorCall<'checkLaunch'>,
) {
  await runLaunchChecks(context, sources, record);
  return { data: await viewLaunchList(context, language) };
}

/** The list as it is shown, for whoever has to see it on paper. */
export function createLaunchPdfs(context: Context) {
  const getPdf = createPdfs<LaunchPdfInput>({ script: join(import.meta.dirname, 'launch-process.ts') });
  return async (call: OperatorCall<'exportLaunchPdf'>) => {
    const { language } = call;
    const list = await viewLaunchList(context, language);
    if (!list.checked_at) throw new AppError('notFound');
    const input: LaunchPdfInput = {
      language,
      list,
      checkedAt: list.checked_at,
      timeZone: context.config.operatorTimeZone,
    };
    const content = await getPdf(call, JSON.stringify(input), async () => input);
    return { name: `wopack-launch-${list.checked_at.slice(0, 10)}.pdf`, content };
  };
}

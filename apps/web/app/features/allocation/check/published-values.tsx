import { getLocale } from '@wopack/domain';
import { IconButton, TextButton } from '@wopack/ui/button.tsx';
import { IconAlertTriangle, IconCheck, IconCopy } from '@wopack/ui/icons';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { NewTabLink } from '../../../ui/links.tsx';
import { copyText } from '../../../ui/share.tsx';
import type { PublicDraw } from '../allocation.api.ts';
import type { DrawCheck } from './draw-check.rules.ts';

/** Copies a published value or a command; tells when the browser refuses. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation('draw');
  return async (text) => showToast(t((await copyText(text)) ? 'copied' : 'copyFailed'));
}

interface Props {
  draw: PublicDraw;
  /** Null until it is computed. */
  check: DrawCheck | null;
}

/** What was published, when, and whether the rest gives the same. */
export function PublishedValues({ draw, check }: Props) {
  const { t } = useTranslation('draw');
  const { opened_at: openedAt, closed_at: closedAt, drawn_at: drawnAt, beacon } = draw;
  return (
    <section className="rounded-lg bg-surface px-4 pt-5 pb-2 sm:px-6 sm:pt-6">
      <h2 className="h2">{t('published.title')}</h2>
      <ol className="mt-2 divide-y divide-line">
        <ValueRow
          draw={draw}
          at={openedAt}
          title={t('published.commitment')}
          text={t('published.commitmentText')}
          value={draw.seed_hash}
          verdict={check && (check.seedHash ? t('ok.commitment') : t('wrong.commitment'))}
          isOk={check?.seedHash}
        />
        {isNeverDrawn(draw) && draw.list === null ? null : (
          <ValueRow
            draw={draw}
            at={closedAt}
            title={t('published.entries', { count: draw.list?.length ?? draw.entries })}
            text={t('published.entriesText')}
            value={draw.list_hash}
            verdict={check && (check.list ? t('ok.list') : t('wrong.list'))}
            isOk={check?.list}
          >
            <EntryTable draw={draw} />
          </ValueRow>
        )}
        {beacon ? (
          <ValueRow
            draw={draw}
            at={drawnAt}
            title={t('published.beacon', { round: beacon.round })}
            text={
              <Trans
                t={t}
                i18nKey="published.beaconText"
                components={{ source: <NewTabLink href={beacon.url} /> }}
              />
            }
            value={beacon.value}
            verdict={check && (check.beacon ? t('ok.beacon') : t('wrong.beacon'))}
            isOk={check?.beacon}
          />
        ) : draw.seed === null ? null : (
          <ValueRow
            draw={draw}
            at={drawnAt}
            title={t('published.beaconNone')}
            text={t('published.beaconNoneText')}
            hasNoValue
          />
        )}
        <ValueRow
          draw={draw}
          at={drawnAt}
          title={t('published.seed')}
          text={t('published.seedText')}
          value={draw.seed}
          verdict={check && (check.seed ? t('ok.seed') : t('wrong.seed'))}
          isOk={check?.seed}
        />
        <ValueRow
          draw={draw}
          at={drawnAt}
          title={t('published.key')}
          text={t(draw.seed !== null && !beacon ? 'published.keyTextNoBeacon' : 'published.keyText')}
          value={draw.key}
          verdict={check && (check.key ? t('ok.key') : t('wrong.key'))}
          isOk={check?.key}
        />
        <ValueRow
          draw={draw}
          at={drawnAt}
          title={t('published.ranked')}
          text={t('published.rankedText')}
          hasNoValue
          verdict={
            check &&
            (check.ranking
              ? t('ok.ranking', { count: draw.list?.length ?? 0 })
              : t('wrong.ranking', { rank: check.firstWrongRank ?? 1 }))
          }
          isOk={check?.ranking}
        />
      </ol>
    </section>
  );
}

interface ValueRowProps {
  draw: PublicDraw;
  at: string | null;
  title: string;
  text: ReactNode;
  value?: string | null;
  /** The row has only text, and no value that is still to be published. */
  hasNoValue?: boolean;
  verdict?: string | null;
  isOk?: boolean;
  children?: ReactNode;
}

function ValueRow({ draw, at, title, text, value, hasNoValue, verdict, isOk, children }: ValueRowProps) {
  const { t } = useTranslation('draw');
  const formatSeconds = useFormatSeconds(draw.sale_place.time_zone);
  return (
    <li className="grid gap-x-5 gap-y-1.5 py-4 lg:grid-cols-[76px_minmax(0,1fr)_164px]">
      <p className="text-sm leading-6 font-semibold text-muted tabular-nums">
        {at ? formatSeconds(at) : isNeverDrawn(draw) ? '–' : t('waiting')}
      </p>
      <div className="grid min-w-0 gap-0.5">
        <h3 className="leading-6 font-bold">{title}</h3>
        <p className="text-sm text-pretty text-muted">{text}</p>
        {hasNoValue ? null : value ? (
          <HashValue value={value} label={title} />
        ) : (
          <p className="mt-1.5 text-sm font-semibold text-muted">
            {t(isNeverDrawn(draw) ? 'published.never' : 'published.pending')}
          </p>
        )}
        {children}
      </div>
      {verdict ? (
        <p className={`flex gap-1.5 text-sm leading-6 font-semibold ${isOk ? 'text-save' : 'text-danger'}`}>
          {isOk ? (
            <IconCheck className="h-6 w-[18px] shrink-0" stroke={3} />
          ) : (
            <IconAlertTriangle className="h-6 w-[18px] shrink-0" />
          )}
          {verdict}
        </p>
      ) : null}
    </li>
  );
}

/** Cancelled before its seed was published: no value follows. */
export const isNeverDrawn = ({ state, seed }: PublicDraw): boolean => state === 'cancelled' && seed === null;

/** With seconds, since the order in which values were published is part of the check. */
export function useFormatSeconds(timeZone: string): (instant: string) => string {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(getLocale(i18n.language), {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  return (instant) => format.format(new Date(instant));
}

export const monoClass =
  '[font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace] text-[.8125rem] leading-5 -tracking-[.01em] break-all';

function HashValue({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation('draw');
  const copy = useCopy();
  return (
    <p className="mt-2 flex items-center gap-2 rounded-sm bg-panel py-1 pr-1 pl-3.5">
      <code className={`max-w-[32ch] min-w-0 flex-1 ${monoClass}`}>{value}</code>
      <IconButton
        variant="plain"
        label={`${t('copy')}: ${label}`}
        onClick={() => void copy(value)}
        className="ml-auto [&_svg]:size-[18px]"
      >
        <IconCopy />
      </IconButton>
    </p>
  );
}

/** The published list, on request: it may be long. */
function EntryTable({ draw: { list } }: { draw: PublicDraw }) {
  const { t } = useTranslation('draw');
  const [isOpen, setOpen] = useState(false);
  if (!list?.length) return null;
  return (
    <>
      <TextButton
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="justify-self-start text-sm"
      >
        {t(isOpen ? 'published.hideEntries' : 'published.showEntries')}
      </TextButton>
      {isOpen ? (
        <table className="w-full table-fixed text-left">
          <thead className="text-xs text-muted">
            <tr>
              <th className="pb-1 font-semibold">{t('ranking.entry')}</th>
              <th className="pb-1 pl-3 font-semibold">{t('published.random')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {list.map(({ id, random }) => (
              <tr key={id} className="align-top">
                <td className={`py-1.5 ${monoClass}`}>{id}</td>
                <td className={`py-1.5 pl-3 ${monoClass}`}>{random}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}

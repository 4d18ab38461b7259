import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { download } from '@wopack/ui/download.ts';
import { Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import {
  IconAlertTriangle,
  IconCheck,
  IconCopy,
  IconDownload,
  IconLock,
  IconMinus,
  IconRefresh,
} from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { feedbackEmail } from '../../../lib/company.ts';
import { Zigzag } from '../../../ui/images/zigzag.tsx';
import type { PublicDraw } from '../allocation.api.ts';
import { buildOpensslCommand, type DrawCheck, isCheckPassed, sortByRank } from './draw-check.rules.ts';
import { isNeverDrawn, monoClass, useCopy, useFormatSeconds } from './published-values.tsx';

export type CheckState =
  | { status: 'computing' }
  | { status: 'done'; check: DrawCheck; durationMs: number }
  /** The seed is not published yet. */
  | { status: 'sealed' }
  /** The browser has no Web Crypto here, for example without a secure connection. */
  | { status: 'unavailable' };

interface Props {
  draw: PublicDraw;
  state: CheckState;
  onCompute: () => void;
}

/** Whether the draw comes out the same in this browser. The result is announced. */
export function VerdictCard({ draw, state, onCompute }: Props) {
  const { t } = useTranslation('draw');
  const verdict = useVerdict(draw, state);
  const isWrong = verdict.icon === 'wrong';
  return (
    <Zigzag
      edge="bottom"
      toothWidth={20}
      className={cn(
        'rounded-t-lg px-6 pt-6 pb-12 sm:px-7 sm:pt-7',
        isWrong ? 'bg-danger-soft text-danger' : 'on-brand bg-brand text-on-brand',
      )}
    >
      <div role="status" className="grid gap-3.5">
        <span
          className={cn(
            'grid size-14 place-items-center rounded-full [&_svg]:size-8',
            isWrong ? 'bg-danger text-page' : 'bg-contrast text-brand',
          )}
        >
          {isWrong ? <IconAlertTriangle /> : verdict.icon === 'ok' ? <IconCheck stroke={3} /> : <IconLock />}
        </span>
        <h2 className="d2 break-words">{verdict.title}</h2>
        {state.status === 'computing' ? <Skeleton className="h-12" /> : <p>{verdict.text}</p>}
      </div>
      {state.status === 'done' || state.status === 'unavailable' ? (
        <Button
          onClick={onCompute}
          icon={<IconRefresh />}
          className="mt-3.5 bg-contrast! text-on-contrast! hover:bg-contrast-deep!"
        >
          {t('verdict.again')}
        </Button>
      ) : null}
    </Zigzag>
  );
}

interface Verdict {
  icon: 'ok' | 'wrong' | 'sealed';
  title: string;
  text: ReactNode;
}

function useVerdict(draw: PublicDraw, state: CheckState): Verdict {
  const { t } = useTranslation('draw');
  const formatSeconds = useFormatSeconds(draw.sale_place.time_zone);
  if (isNeverDrawn(draw))
    return { icon: 'sealed', title: t('verdict.cancelled'), text: t('verdict.cancelledText') };
  if (state.status === 'sealed') {
    return draw.state === 'open'
      ? {
          icon: 'sealed',
          title: t('verdict.open'),
          text: t('verdict.openText', { time: formatSeconds(draw.closes_at) }),
        }
      : { icon: 'sealed', title: t('verdict.drawing'), text: t('verdict.drawingText') };
  }
  if (state.status === 'computing') return { icon: 'sealed', title: t('verdict.computing'), text: null };
  if (state.status === 'unavailable')
    return { icon: 'sealed', title: t('verdict.unavailable'), text: t('verdict.unavailableText') };
  return isCheckPassed(state.check)
    ? {
        icon: 'ok',
        title: t('verdict.matches'),
        text: t('verdict.matchesText', {
          count: state.check.matchingCount,
          total: draw.list?.length ?? 0,
          ms: Math.max(1, Math.round(state.durationMs)),
        }),
      }
    : {
        icon: 'wrong',
        title: t('verdict.differs'),
        text: <Trans t={t} i18nKey="verdict.differsText" components={{ mail: <FeedbackLink /> }} />,
      };
}

const FeedbackLink = () => (
  <a href={`mailto:${feedbackEmail}`} className="link wrap-anywhere">
    {feedbackEmail}
  </a>
);

/** What the check proves and what it does not, in equal type. */
export function ProofLimits({ draw }: { draw: PublicDraw }) {
  const { t } = useTranslation('draw');
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h3">{t('proves.title')}</h2>
      <ul className="grid gap-2.5">
        {(['seed', 'order', 'bytes'] as const).map((key) => (
          <ProofItem key={key} icon={<IconCheck className="text-save" stroke={3} />}>
            {t(`proves.${key}`)}
          </ProofItem>
        ))}
      </ul>
      <h2 className="mt-2 h3">{t('limits.title')}</h2>
      <ul className="grid gap-2.5">
        {(['human', draw.beacon ? 'beacon' : 'last'] as const).map((key) => (
          <ProofItem key={key} icon={<IconMinus className="text-muted" stroke={3} />}>
            {t(`limits.${key}`)}
          </ProofItem>
        ))}
      </ul>
    </section>
  );
}

const ProofItem = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5 text-[.9375rem] leading-[1.375rem] [&>svg]:h-[22px] [&>svg]:w-5 [&>svg]:shrink-0">
    {icon}
    <span className="min-w-0 text-pretty">{children}</span>
  </li>
);

/** The same check with other tools: the published data as a file, and a command for one entry. */
export function OtherTools({ draw, myEntryId }: { draw: PublicDraw; myEntryId: string | null }) {
  const { t } = useTranslation('draw');
  const copy = useCopy();
  const list = draw.list ?? [];
  const entry = list.find(({ id }) => id === myEntryId) ?? sortByRank(list)[0];
  const command = entry && draw.key !== null ? buildOpensslCommand(entry.id, draw.key) : null;
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <h2 className="h3">{t('trust.title')}</h2>
      <p className="text-sm text-muted">
        {t(command ? 'trust.text' : isNeverDrawn(draw) ? 'trust.none' : 'trust.later')}
      </p>
      {command ? (
        <pre className={cn('rounded-sm bg-panel px-3.5 py-3 whitespace-pre-wrap', monoClass)}>{command}</pre>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {command ? (
          <Button variant="ghost" size="small" icon={<IconCopy />} onClick={() => copy(command)}>
            {t('trust.copy')}
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="small"
          icon={<IconDownload />}
          onClick={() =>
            download(
              t('trust.file', { id: draw.id }),
              `${JSON.stringify(draw, null, 2)}\n`,
              'application/json',
            )
          }
        >
          {t('trust.file', { id: draw.id })}
        </Button>
      </div>
    </section>
  );
}

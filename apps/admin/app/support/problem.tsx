import { isolateWords } from '@wopack/domain';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { formatOrdinal } from '@wopack/ui/format.ts';
import { IconBuildingStore, IconClock, IconMessageCircle, IconUserCircle } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat, useRecord } from '../lib/use-console.ts';
import { Fact, Facts, OrderLink, PageState, Panel, Quote } from '../ui/panels.tsx';
import { DecisionPanel } from './problem-decision.tsx';

export function ProblemView({ id, isWide }: { id: number; isWide: boolean }) {
  const { t, i18n } = useTranslation('admin');
  const query = useRecord('problems', id);
  const { formatDateTime } = useFormat();
  /** Which hour since the report an instant is in: '75th', and in other languages '75'. */
  const nameHour = (reportedAt: string, at: string): string => {
    const hour = Math.floor((Date.parse(at) - Date.parse(reportedAt)) / 3_600_000) + 1;
    return i18n.language === 'en' ? formatOrdinal(hour, 'en') : String(hour);
  };
  const problem = query.data;
  if (!problem) return <PageState query={query} />;
  const waitedHours = problem.waits_minutes === null ? null : Math.floor(problem.waits_minutes / 60);
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[1fr_340px]">
      <Panel
        title={isWide ? t('problem.title', { id: problem.id }) : t('problem.both')}
        aside={
          waitedHours === null ? (
            t(`problemStates.${problem.state}`)
          ) : (
            <Pill tone={problem.state === 'waiting' ? 'urgent' : 'plain'} icon={<IconClock />}>
              {t('problem.waits', { count: waitedHours })}
            </Pill>
          )
        }
      >
        <p className="text-sm text-muted">
          {t('problem.order')} <OrderLink id={problem.id} /> · {isolateWords(problem.product.name)} ·{' '}
          {isolateWords(problem.sale_place.name)} ·{' '}
          {problem.collected_at
            ? t('problem.collected', { at: formatDateTime(problem.collected_at) })
            : t(`orderStates.${problem.order_state}`)}
        </p>
        <SideWords
          icon={<IconUserCircle />}
          name={t('problem.buyer', { name: problem.buyer.name })}
          at={formatDateTime(problem.created_at)}
          text={problem.text}
          language={problem.buyer_language}
        >
          {problem.wish ? <p className="font-semibold">{t(`problem.wish.${problem.wish}`)}</p> : null}
          {problem.photo ? (
            <a href={problem.photo.path} target="_blank" rel="noopener" className="block max-w-sm">
              <img
                src={problem.photo.path}
                srcSet={problem.photo.srcset || undefined}
                sizes="(min-width: 62rem) 380px, 100vw"
                alt={t('problem.photo')}
                className="w-full rounded-sm bg-quiet"
              />
            </a>
          ) : null}
        </SideWords>
        {problem.messages.some(({ author }) => author === 'seller') ? null : (
          <SideWords
            icon={<IconBuildingStore />}
            name={t('problem.seller', { name: problem.sale_place.name })}
            at={
              problem.answered_at && problem.answered_by === 'seller'
                ? formatDateTime(problem.answered_at)
                : ''
            }
            text={problem.answered_by === 'seller' ? problem.answer : null}
            language={problem.seller_language}
          />
        )}
        {problem.messages.map(({ author, text, created_at: at }) => (
          <SideWords
            key={at}
            icon={author === 'seller' ? <IconBuildingStore /> : <IconMessageCircle />}
            name={
              author === 'seller'
                ? t('problem.seller', { name: problem.sale_place.name })
                : t('events.question')
            }
            at={`${formatDateTime(at)}, ${t('problem.inHour', { hour: nameHour(problem.created_at, at) })}`}
            text={text}
            language={problem.seller_language}
          />
        ))}
        <div className="grid gap-2.5 border-t border-line pt-4 text-sm">
          <Facts>
            <Fact name={t('problem.ofBuyer')}>
              {t('problem.counts', { orders: problem.buyer_orders, problems: problem.buyer_problems })}
            </Fact>
            <Fact name={t('problem.ofSeller')}>
              {t('problem.counts', { orders: problem.seller_orders, problems: problem.seller_problems })}
            </Fact>
          </Facts>
          <p>
            <span className="block text-muted">{t('problem.description')}</span>
            <span className="break-words whitespace-pre-line">{problem.product_description || '–'}</span>
          </p>
        </div>
      </Panel>
      <DecisionPanel problem={problem} />
    </div>
  );
}

interface SideWordsProps {
  icon: ReactNode;
  name: string;
  at: string;
  /** Null: has not answered. */
  text: string | null;
  language: string;
  children?: ReactNode;
}

/** One side's words. */
function SideWords({ icon, name, at, text, language, children }: SideWordsProps) {
  const { t } = useTranslation('admin');
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="flex flex-wrap items-center gap-x-2 text-sm font-bold [&_svg]:size-5">
        <span aria-hidden="true">{icon}</span>
        {name}
        <span className="font-normal text-muted">{text === null ? t('problem.noAnswer') : at}</span>
      </h3>
      {text === null ? null : <Quote lang={language}>{text}</Quote>}
      {children}
    </section>
  );
}

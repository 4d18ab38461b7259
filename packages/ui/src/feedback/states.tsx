import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconRefresh } from '#icons';
import { Button } from '../button.tsx';
import { cn } from '../cn.ts';
import { Logo, Mascot, type Mood } from '../images/logo-and-mascot.tsx';
import { PageTitle } from '../page-title.tsx';
import { type FailedQuery, getErrorMessage, isNetworkError } from './inline-error.tsx';

interface Props {
  title: string;
  children?: ReactNode;
  /** One action at most. */
  action?: ReactNode;
  mood?: Mood;
  /** Shown beside the mascot. */
  mascotAccessory?: ReactNode;
  className?: string;
}

export function EmptyState({ title, children, action, mood = 'smile', mascotAccessory, className }: Props) {
  return (
    <div
      className={cn(
        'mx-auto grid max-w-md grid-cols-[minmax(0,1fr)] justify-items-center gap-3 px-4 py-6 text-center sm:py-10',
        className,
      )}
    >
      <span className="relative grid aspect-square w-[clamp(140px,23dvh,220px)] max-w-full place-items-center">
        <span className="absolute inset-1.5 rounded-full bg-brand-soft" />
        <Mascot mood={mood} className="relative mt-[11%] w-3/5" />
        {mascotAccessory ? (
          <span className="absolute top-[8%] right-[5%] w-[29%] rotate-12">{mascotAccessory}</span>
        ) : null}
      </span>
      <h2 className="d2 max-w-full wrap-anywhere">{title}</h2>
      {children ? <div className="text-pretty text-muted">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}

interface ErrorStateProps {
  query: FailedQuery;
  /** What is not lost, e.g. 'Your orders are still saved.' */
  reassurance?: string;
}

/** Message, reassurance and a retry button. */
export function ErrorState({ query, reassurance }: ErrorStateProps) {
  const { t } = useTranslation('errors');
  const { error, isFetching, refetch } = query;
  const isNetworkFailure = isNetworkError(error);
  return (
    <div role="alert">
      <EmptyState
        mood="frown"
        title={isNetworkFailure ? t('offlineTitle') : t('failedTitle')}
        action={
          <Button icon={<IconRefresh />} onClick={() => void refetch()} loading={isFetching}>
            {t('retry')}
          </Button>
        }
      >
        {isNetworkFailure ? t('offlineText') : getErrorMessage(error)} {reassurance}
      </EmptyState>
    </div>
  );
}

export interface FullPageMessageProps {
  /** The error code. */
  overline: string;
  title: string;
  text: string;
  mood: Mood;
  actions: ReactNode;
  /** Pictures beside the mascot. */
  decoration: ReactNode;
  /** Inside a layout, which has the logo and `<main>`. */
  inLayout?: boolean;
}

/** 404 and 500. Light in both themes. */
export function FullPageMessage({
  overline,
  title,
  text,
  mood,
  actions,
  decoration,
  inLayout = false,
}: FullPageMessageProps) {
  const Main = inLayout ? 'div' : 'main';
  return (
    <div
      className={cn(
        'on-brand on-bright flex flex-col bg-brand text-on-brand',
        inLayout ? 'min-h-full' : 'min-h-dvh',
      )}
    >
      <PageTitle>{title}</PageTitle>
      {inLayout ? null : (
        <header className="wrap pt-6">
          <Logo className="h-[34px] sm:h-10" />
        </header>
      )}
      <Main className="wrap grid flex-1 content-center items-center gap-x-10 py-6 lg:grid-cols-[minmax(0,1fr)_420px]">
        <div aria-hidden="true" className="relative mx-auto w-full max-w-[280px] lg:order-2 lg:max-w-[420px]">
          <span className="absolute inset-x-0 top-0 aspect-square rounded-full bg-sun" />
          <Mascot
            mood={mood}
            className="relative mx-auto mt-[25%] w-[84%] drop-shadow-[0_24px_28px_rgb(60_16_30/.3)]"
          />
          {decoration}
        </div>
        <div className="@container grid gap-3.5 pt-8 lg:gap-5 lg:pt-0">
          <p className="font-semibold max-lg:sr-only">{overline}</p>
          {/* As large as the longest word allows beside the menu. */}
          <h1 className="d1 text-[2.125rem] lg:text-[clamp(2.125rem,13.5cqi,5.5rem)]">{title}</h1>
          <p className="text-[1.0625rem] text-pretty lg:text-[1.3125rem] lg:leading-[1.95rem]">{text}</p>
          <div className="mt-3 flex flex-col gap-3 sm:flex-row">{actions}</div>
        </div>
      </Main>
    </div>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../cn.ts';
import { Logo } from '../images/logo-and-mascot.tsx';

/** A placeholder in the shape of the content; set its size by classes. Shows after 200 ms. */
export const Skeleton = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div aria-hidden="true" className={cn('skeleton', className)} {...rest} />
);

/** Wraps the skeletons of one region and announces once that it is loading. */
export function Loading({ children, className }: { children: ReactNode; className?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" className={className}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  );
}

interface LoadingRowsProps {
  count: number;
  /** Size of each. */
  row: string;
  className?: string;
}

/** Placeholders of equal size below each other. */
export const LoadingRows = ({ count, row, className = 'grid gap-3' }: LoadingRowsProps) => (
  <Loading className={className}>
    {[...Array(count).keys()].map((index) => (
      <Skeleton key={index} className={row} />
    ))}
  </Loading>
);

/** While the first page's code loads; the logo appears after 200 ms. */
export const Splash = () => (
  <div className="grid min-h-dvh place-items-center">
    <div className="animate-[skeleton-in_1ms_200ms_both] opacity-0">
      <Logo markOnly className="h-14" />
    </div>
  </div>
);

import { Suspense } from 'react';
import { lazyWithErrorBoundary } from '../feedback/lazy-with-error-boundary.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import type { ChartProps } from './bar-chart-view.tsx';

/** The chart library loads with the first visible chart. */
const BarChartView = lazyWithErrorBoundary(() => import('./bar-chart-view.tsx'));

/** Bars from zero; only the latest values are labelled. */
export const BarChart = (props: ChartProps) => (
  <Suspense fallback={<Skeleton className="h-60" />}>
    <BarChartView {...props} />
  </Suspense>
);

import { isApiError } from '@wopack/contract/client';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Suspense } from 'react';
import type { RenderRefusal } from '../../lib/api/refusal.ts';

/** Few sellers ever see it, and its texts are those of the account. */
const VerifyForMore = lazyWithErrorBoundary(() => import('./verify-for-more-sheet.tsx'));

/** Confirms the address where a seller has as much as one without a confirmed address may have. */
export const renderVerifyForMore: RenderRefusal = (refusal) =>
  isApiError(refusal.error, 'conflict') && refusal.error.errors.email_verified ? (
    <Suspense fallback={null}>
      <VerifyForMore {...refusal} message={refusal.error.message} />
    </Suspense>
  ) : null;

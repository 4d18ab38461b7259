import { Button, ButtonLink, iconButtonVariants } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { type FailedQuery, FieldError, getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { IconPlayerPause, IconPlayerPlay, IconTrash, IconX } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useBeforeUnload, useBlocker, useParams } from 'react-router';
import { parseId, paths } from '../../../lib/paths.ts';
import { readStored } from '../../../lib/storage/storage.ts';

/** Page to edit a sale place or a product, with a back link. */
export function EditLayout({
  title,
  state,
  actions,
  children,
}: {
  title: string;
  state?: ReactNode;
  /** Buttons below the title. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('seller');
  return (
    <div className="mx-auto max-w-[860px]">
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-3">
        <div className="grid min-w-0 justify-items-start gap-2">
          <h1 className="d2 break-words">{title}</h1>
          {state}
        </div>
        <Link
          to={paths.seller}
          aria-label={t('edit.close')}
          className={cn(iconButtonVariants({ variant: 'flat' }), '-mr-1 shrink-0')}
        >
          <IconX />
        </Link>
        {actions ? <div className="col-span-2 flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {/* Not a grid: the save bar could not stick across its rows. */}
      <div className="flex flex-col gap-4">{children}</div>
    </div>
  );
}

interface EditCardProps {
  /** Where a link of `SectionLinks` leads. */
  id?: string;
  /** None where the fields have one of their own. */
  title?: string;
  children: ReactNode;
}

export const EditCard = ({ id, title, children }: EditCardProps) => (
  <section
    id={id}
    tabIndex={id ? -1 : undefined}
    className="flex min-w-0 scroll-mt-20 flex-col gap-6 rounded-lg bg-surface p-4 inset-ring inset-ring-line outline-none sm:p-6"
  >
    {title ? <h2 className="h2">{title}</h2> : null}
    {children}
  </section>
);

/** Leads to the cards of a long form. */
export function SectionLinks({ sections }: { sections: readonly { id: string; title: string }[] }) {
  const { t } = useTranslation('seller');
  return (
    <nav
      aria-label={t('edit.sections')}
      className="-mx-[var(--gutter)] flex gap-2 overflow-x-auto px-[var(--gutter)] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            // Not by the address: Back leads to the page before.
            const section = document.getElementById(id);
            section?.scrollIntoView({ behavior: 'smooth' });
            section?.focus({ preventScroll: true });
          }}
          className="inline-flex min-h-11 items-center rounded-full bg-surface px-4 text-[.9375rem] font-semibold whitespace-nowrap inset-ring inset-ring-line"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** Loading, error and not-found states of the edited item. */
export function EditFallback({ title, query }: { title: string; query: FailedQuery }) {
  const { t } = useTranslation('seller');
  return (
    <EditLayout title={title}>
      <QueryState
        query={{ ...query, data: undefined }}
        loading={
          <Loading className="grid gap-4">
            <Skeleton className="h-[52px]" />
            <Skeleton className="h-40" />
            <Skeleton className="h-[52px]" />
          </Loading>
        }
        reassurance={t('safe')}
        missing={
          <EmptyState
            mood="asleep"
            title={t('edit.goneTitle')}
            action={<ButtonLink to={paths.seller}>{t('edit.toStore')}</ButtonLink>}
          >
            {t('edit.goneText')}
          </EmptyState>
        }
      >
        {() => null}
      </QueryState>
    </EditLayout>
  );
}

/** Below a form, in view at every scroll position; above the tab bar on phones. */
export function SaveBar({ isSaving, label }: { isSaving: boolean; label?: string }) {
  const { t } = useTranslation('seller');
  return (
    <div className="sticky bottom-[calc(76px+env(safe-area-inset-bottom))] z-10 -mx-[var(--gutter)] flex justify-end border-t border-line bg-sunken px-[var(--gutter)] py-3 sm:bottom-0 sm:mx-0 sm:px-6">
      <Button type="submit" loading={isSaving} className="max-sm:w-full sm:min-w-[200px]">
        {label ?? t('edit.save')}
      </Button>
    </div>
  );
}

/**
 * Warns before unsaved changes are left, by a link or by closing the page; not when the session ended. `guard` is to be
 * rendered.
 */
export function useUnsavedChanges(): { setChanged: (isChanged: boolean) => void; guard: ReactNode } {
  const { t } = useTranslation('seller');
  // Saving and leaving happen in one go, before a state would be updated.
  const isChangedRef = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChangedRef.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const [token] = useState(() => readStored('token'));
  useBeforeUnload((event) => {
    if (isChangedRef.current && readStored('token') === token) event.preventDefault();
  });
  const setChanged = useCallback((isChanged: boolean) => {
    isChangedRef.current = isChanged;
  }, []);
  return {
    setChanged,
    guard: (
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        onClose={() => blocker.reset?.()}
        title={t('edit.leaveTitle')}
        description={t('edit.leaveText')}
        confirmLabel={t('edit.leave')}
        cancelLabel={t('edit.stay')}
        isDanger
        onConfirm={() => blocker.proceed?.()}
      />
    ),
  };
}

/** Whether no field differs. */
export const isSameDraft = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(a) as (keyof T)[]).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

/** The id in the path; null when it is none. */
export function useIdParam(): number | null {
  const { id } = useParams();
  return parseId(id);
}

interface PauseOrRemoveProps {
  /** Null: cannot be paused yet. */
  isPaused: boolean | null;
  /** Consequence of pausing. */
  pauseHint: string;
  onPause: (paused: boolean) => Promise<unknown>;
  removeTitle: string;
  removeText: string;
  onRemove: () => Promise<unknown>;
}

/** Pauses or removes it; a refused removal shows the reason. */
export function PauseOrRemove(props: PauseOrRemoveProps) {
  const { t } = useTranslation('seller');
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [pendingAction, setPendingAction] = useState<'pause' | 'remove' | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  async function runAction(action: 'pause' | 'remove', operation: () => Promise<unknown>) {
    setErrorMessage(null);
    setPendingAction(action);
    try {
      await operation();
    } catch (error) {
      setErrorMessage(getErrorMessage(error));
    } finally {
      setPendingAction(null);
      setConfirmOpen(false);
    }
  }
  const { isPaused } = props;
  const isDraft = isPaused === null;
  return (
    <EditCard title={t(isDraft ? 'edit.draft' : 'edit.more')}>
      <p className="-mt-3 text-muted">
        {isDraft ? t('edit.draftHint') : isPaused ? t('edit.pausedHint') : props.pauseHint}
      </p>
      {errorMessage ? <FieldError>{errorMessage}</FieldError> : null}
      <div className="flex flex-wrap gap-3">
        {isDraft ? null : (
          <Button
            variant="ghost"
            loading={pendingAction === 'pause'}
            icon={isPaused ? <IconPlayerPlay /> : <IconPlayerPause />}
            onClick={() => void runAction('pause', () => props.onPause(!isPaused))}
          >
            {isPaused ? t('edit.reopen') : t('edit.pause')}
          </Button>
        )}
        <Button variant="danger" icon={<IconTrash />} onClick={() => setConfirmOpen(true)}>
          {t('edit.remove')}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={props.removeTitle}
        description={props.removeText}
        confirmLabel={t('edit.remove')}
        isDanger
        loading={pendingAction === 'remove'}
        onConfirm={() => void runAction('remove', props.onRemove)}
      />
    </EditCard>
  );
}

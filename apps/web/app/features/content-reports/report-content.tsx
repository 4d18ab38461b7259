import { TextButton } from '@wopack/ui/button.tsx';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportableSubject } from './report-content-form.tsx';

/** Without it, the code of forms is no part of a visitor's first page. */
const ReportContentForm = lazyWithErrorBoundary(() => import('./report-content-form.tsx'));

interface Props {
  subject: ReportableSubject;
  /** What is reported, for screen readers, where there are several. */
  name?: string;
  className?: string;
}

/** Opens the form to report something that breaks the law or the terms. */
export function ReportContent({ subject, name, className }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={className}>
      <TextButton className="text-sm" onClick={() => setOpen(true)}>
        {t('report')}
        {name ? <span className="sr-only"> {name}</span> : null}
      </TextButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportContentForm subject={subject} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

import { Button } from '@wopack/ui/button.tsx';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/storage/storage.ts';

const CookieChoice = lazyWithErrorBoundary(async () => ({
  default: (await import('./cookie-choice.tsx')).CookieChoice,
}));

export function CookieSettings() {
  const { t } = useTranslation('legal');
  const [choice] = useStored('cookieChoice');
  const [isChoiceOpen, setChoiceOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-3 rounded-md bg-panel p-4 print:hidden">
      <p role="status" className="text-text">
        {t(`chosen.${choice ?? 'none'}`)}
      </p>
      <Button size="small" variant="ghost" onClick={() => setChoiceOpen(true)}>
        {t(choice ? 'chooseAgain' : 'choose')}
      </Button>
      {isChoiceOpen ? (
        <Suspense fallback={null}>
          <CookieChoice onClose={() => setChoiceOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

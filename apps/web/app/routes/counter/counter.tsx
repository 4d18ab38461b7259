import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PairingForm } from '../../features/businesses/counter/pairing-form.tsx';
import { listWaiting } from '../../features/businesses/counter/scans.rules.ts';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { useStored } from '../../lib/storage/storage.ts';
import { CounterScreen } from './counter-screen.tsx';

/** A tablet or phone at the counter of one sale place: a device of its own, whoever is signed in in this browser. */
export function Component() {
  const { t } = useTranslation('counter');
  const [token] = useStored('counterToken');
  const [wasPaired, setWasPaired] = useState(false);
  if (token !== null && !wasPaired) setWasPaired(true);
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      {token === null ? <PairingPage wasEnded={wasPaired} /> : <CounterScreen key={token} />}
    </>
  );
}

function PairingPage({ wasEnded }: { wasEnded: boolean }) {
  const { t } = useTranslation('counter');
  const { hash } = useLocation();
  const [scans] = useStored('counterScans');
  const waiting = listWaiting(scans ?? []);
  return (
    <AuthLayout band="slim">
      <h1 className="d2">{t('pair.title')}</h1>
      {wasEnded ? (
        <p role="alert" className="rounded-md bg-danger-soft p-4 text-pretty">
          {t('pair.ended')}
        </p>
      ) : null}
      <p className="text-pretty text-muted">{t('pair.lead')}</p>
      {waiting.length ? (
        <p role="alert" className="rounded-md bg-brand-soft p-4 text-sm">
          {t('pair.waiting', {
            count: waiting.length,
            ids: waiting.map(({ ticket }) => ticket.orderId).join(', '),
          })}
        </p>
      ) : null}
      <PairingForm scannedCode={hash.slice(1)} />
    </AuthLayout>
  );
}

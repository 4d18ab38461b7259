import { useTranslation } from 'react-i18next';

/** The PIN for the counter; read out digit by digit. */
export function PinDigits({ pin }: { pin: string }) {
  const { t } = useTranslation('orders');
  const digits = [...pin].map((digit, index) => ({ digit, index }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2.5">
      <p className="text-center text-sm font-semibold">{t('ticket.showPin')}</p>
      <p className="flex max-w-full justify-center gap-2">
        <span className="sr-only">{[...pin].join(' ')}</span>
        {digits.map(({ digit, index }) => (
          <span
            key={index}
            aria-hidden="true"
            className="grid h-18 w-15 place-items-center rounded-sm bg-brand font-display text-[2.125rem] font-bold text-on-brand"
          >
            {digit}
          </span>
        ))}
      </p>
    </div>
  );
}

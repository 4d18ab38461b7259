import { IconMapPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/storage.ts';

interface Props {
  /** City of the account. */
  city: string | undefined;
  /** Distances are from the person, not from the centre. */
  fromMe: boolean;
  look: 'head' | 'pill';
}

/** Where the list looks. */
export function PlaceLine({ city, fromMe, look }: Props) {
  const { t } = useTranslation('offers');
  const [stored] = useStored('selectedCity');
  const known = city || stored?.label;
  const name = fromMe || !known ? t('nearYou') : known;
  if (look === 'pill') {
    return (
      <p className="inline-flex min-h-12 items-center gap-2 rounded-full bg-brand-soft px-4 text-[.9375rem] font-semibold">
        <IconMapPinFilled className="size-5" aria-hidden="true" />
        {name}
      </p>
    );
  }
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand text-on-brand">
        <IconMapPinFilled className="size-5" aria-hidden="true" />
      </span>
      <p className="grid min-w-0 leading-5">
        <b className="truncate">{name}</b>
        {known || fromMe ? (
          <span className="text-[.8125rem] leading-[1.1] text-2">{t(fromMe ? 'fromMe' : 'fromCenter')}</span>
        ) : null}
      </p>
    </div>
  );
}

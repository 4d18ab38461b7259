import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCheck } from '@wopack/ui/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceDraftForm } from './use-invoice-draft.ts';

/** Tax number and name, and whether they are kept. */
export function InvoiceFields({
  invoice,
  children,
}: {
  invoice: InvoiceDraftForm;
  /** Before the choice to keep them. */
  children?: ReactNode;
}) {
  const { t } = useTranslation('invoice');
  const { draft, errors, refs, change, isRight, isPortuguese } = invoice;
  return (
    <>
      <TextField
        ref={refs.taxNumber}
        label={t(isPortuguese ? 'nif' : 'taxNumber')}
        hint={
          isRight ? (
            <span className="flex items-center gap-1.5 font-semibold text-save">
              <IconCheck className="size-[18px] shrink-0" />
              {t(isPortuguese && /^\D*(?:\d\D*){9}$/.test(draft.taxNumber) ? 'rightNif' : 'right')}
            </span>
          ) : (
            t(isPortuguese ? 'nifHint' : 'taxNumberHint')
          )
        }
        error={errors.taxNumber}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.taxNumber}
        onChange={(event) => change({ taxNumber: event.target.value })}
      />
      <TextField
        ref={refs.name}
        label={t('nameLabel')}
        error={errors.name}
        autoComplete="name"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {children}
      <Checkbox checked={draft.keep} onChange={(event) => change({ keep: event.target.checked })}>
        {t('keep')}
      </Checkbox>
    </>
  );
}

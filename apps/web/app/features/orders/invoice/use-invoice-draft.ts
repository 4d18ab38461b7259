import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { businessCountries } from '@wopack/contract/vocabulary';
import { parseBuyerTaxNumber } from '@wopack/domain';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type InvoiceInput, invoiceDetailsQuery } from './invoice.api.ts';

export interface InvoiceDraft {
  taxNumber: string;
  name: string;
  /** For the next purchase. */
  keep: boolean;
}

interface SavedInvoice {
  invoice_name?: string | null | undefined;
  invoice_tax_number?: string | null | undefined;
}

interface Options {
  /** Where the seller is: it decides what a right tax number looks like. */
  country: string;
  /** What was given for this purchase. */
  saved: SavedInvoice | null;
  /** The fields are shown: what is kept in the account fills them. */
  isOpen: boolean;
}

const MAX_NAME_LENGTH = 120;

type Errors = Partial<Record<'taxNumber' | 'name', string>>;

/** Begins with letters other than those of Portugal. */
const FOREIGN = /^\s*(?!pt)[a-z]{2}/i;

/** Input of name and tax number, which says its faults itself. */
export function useInvoiceDraft({ country, saved, isOpen }: Options) {
  const { t } = useTranslation(['invoice', 'errors']);
  const hasSaved = Boolean(saved?.invoice_tax_number);
  const kept = useQuery({ ...invoiceDetailsQuery, enabled: isOpen && !hasSaved });
  const [typed, setTyped] = useState<InvoiceDraft | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const refs = { taxNumber: useRef<HTMLInputElement>(null), name: useRef<HTMLInputElement>(null) };
  const initial: InvoiceDraft = hasSaved
    ? { taxNumber: saved!.invoice_tax_number!, name: saved!.invoice_name ?? '', keep: false }
    : { taxNumber: kept.data?.tax_number ?? '', name: kept.data?.name ?? '', keep: false };
  const draft = typed ?? initial;
  const isRight = parseBuyerTaxNumber(country, draft.taxNumber, businessCountries) !== null;

  const showErrors = (nextErrors: Errors): void => {
    // The field that gets the focus has its message by then.
    flushSync(() => setErrors(nextErrors));
    const first = (['taxNumber', 'name'] as const).find((field) => nextErrors[field]);
    const input = first && (refs[first] as RefObject<HTMLInputElement | null>).current;
    input?.closest('details')?.setAttribute('open', '');
    input?.focus();
  };

  return {
    draft,
    errors,
    refs,
    isRight,
    isPortuguese: country === 'PT',
    isLoading: kept.isLoading,
    change: (change: Partial<InvoiceDraft>) => {
      setTyped({ ...draft, ...change });
      setErrors({});
    },
    /** For the request; null when it is wrong, which the fields say then. */
    read: (): InvoiceInput | null => {
      const [taxNumber, name] = [draft.taxNumber.trim(), draft.name.trim()];
      const draftErrors: Errors = {
        ...(!taxNumber && name && { taxNumber: t('missing') }),
        ...(taxNumber &&
          !isRight && { taxNumber: t(country === 'PT' && !FOREIGN.test(taxNumber) ? 'wrongNif' : 'wrong') }),
        ...(name.length > MAX_NAME_LENGTH && { name: t('errors:tooLong', { max: MAX_NAME_LENGTH }) }),
      };
      if (draftErrors.taxNumber || draftErrors.name) {
        showErrors(draftErrors);
        return null;
      }
      return {
        invoice_tax_number: taxNumber,
        invoice_name: name,
        ...(draft.keep && taxNumber && { keep_invoice_details: true }),
      };
    },
    /** Shows what the server says of the fields; false when it says nothing of them. */
    showServerErrors: (error: unknown): boolean => {
      const serverErrors = error instanceof ApiError ? error.errors : {};
      const taxNumber = serverErrors.invoice_tax_number?.[0];
      const name = serverErrors.invoice_name?.[0];
      if (!taxNumber && !name) return false;
      showErrors({ ...(taxNumber && { taxNumber }), ...(name && { name }) });
      return true;
    },
  };
}

export type InvoiceDraftForm = ReturnType<typeof useInvoiceDraft>;

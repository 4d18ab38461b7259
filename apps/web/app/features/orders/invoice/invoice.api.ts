import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';

export type InvoiceInput = Pick<
  Input<'setOrderInvoice'>['body'],
  'invoice_name' | 'invoice_tax_number' | 'keep_invoice_details'
>;

/** Kept in the account for the next purchase; null: nothing. */
export const invoiceDetailsQuery = queryOptions({
  queryKey: ['invoice-details'],
  queryFn: async ({ signal }) => (await call('getInvoiceDetails', { signal })).data,
});

export function useRemoveInvoiceDetails() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('removeInvoiceDetails'),
    onSuccess: () => queryClient.setQueryData(invoiceDetailsQuery.queryKey, null),
  });
}

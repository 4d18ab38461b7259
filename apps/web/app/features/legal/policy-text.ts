import { COMMISSION_CENTS } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { companyName } from '../../lib/company.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Policy } from '../../lib/paths.ts';

/** A paragraph, or the points of a list. */
export type PolicyBlock = string | string[];

export interface PolicyItem {
  title: string;
  text: PolicyBlock[];
}

export type PolicyValues = { company: string; commission: string };

interface PolicyText {
  title: string;
  lead: string;
  /** In reading order, by the id used in the URL's hash. */
  items: [id: string, item: PolicyItem][];
  values: PolicyValues;
}

/** A policy in the current language, with the operator's name and amounts interpolated. */
export function usePolicyText(policy: Policy): PolicyText {
  const { t } = useTranslation(`policy-${policy}`);
  const { formatMoney } = useFormat();
  const values: PolicyValues = { company: companyName, commission: formatMoney(COMMISSION_CENTS) };
  const items: Record<string, PolicyItem> = t('items', { returnObjects: true, ...values });
  return { title: t('title'), lead: t('lead', values), items: Object.entries(items), values };
}

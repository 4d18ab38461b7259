import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import type { BuyerOrder } from '../buyer-orders.api.ts';

/** Puts the pickup into the person's own calendar. */
export function CalendarButton({ order }: { order: BuyerOrder }) {
  const { t } = useTranslation('orders');
  const downloadCalendar = async () => {
    const { buildCalendarFile } = await import('./calendar-file.ts');
    const content = buildCalendarFile(order, {
      summary: t('calendar.summary', { name: order.product.name, place: order.sale_place.name }),
      description: t('calendar.description', { id: order.id }),
      url: location.origin + paths.ticket(order.id),
    });
    downloadBlob(new Blob([content], { type: 'text/calendar' }), `wopack-${order.id}.ics`);
  };
  return (
    <Button
      variant="ghost"
      fullWidth
      icon={<IconCalendarPlus aria-hidden="true" />}
      onClick={() => void downloadCalendar().catch(showErrorToast)}
    >
      {t('calendar.add')}
    </Button>
  );
}

function downloadBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

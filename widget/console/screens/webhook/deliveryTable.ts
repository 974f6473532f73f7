import { html, type TemplateResult } from 'lit'
import { deliveryRow, type Delivery } from './deliveryRow.ts'
import { webhookTexts } from './texts.ts'

/** The list of deliveries. @param redeliver sends an event again; null if nobody may */
export const deliveryTable = (
  deliveries: readonly Delivery[],
  {
    paymentHref,
    redeliver,
  }: {
    readonly paymentHref: (id: string) => string
    readonly redeliver: ((delivery: Delivery) => void) | null
  },
): TemplateResult => {
  const { columns } = webhookTexts
  return html`
    <table class="rows entries list deliveries" role="table" aria-label=${webhookTexts.deliveries}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${columns.event}</th>
          <th role="columnheader" scope="col">${columns.state}</th>
          <th role="columnheader" scope="col">${columns.last}</th>
          <th role="columnheader" scope="col">${columns.at}</th>
          <th role="columnheader" scope="col"><span class="hidden">${columns.actions}</span></th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${deliveries.map((delivery) =>
          deliveryRow(delivery, { paymentHref, redeliver: redeliver ? () => redeliver(delivery) : null }),
        )}
      </tbody>
    </table>
  `
}

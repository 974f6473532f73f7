import { html, type TemplateResult } from 'lit'
import type { Connection, GetAccountAnswer } from '../../../client/types.ts'
import { currencyCode } from '../../format/money.ts'
import { methodName, networkName } from '../../parts/source.ts'
import { connectionsTexts } from './texts.ts'

export type Rules = GetAccountAnswer['account']['routing']

const texts = connectionsTexts.routing

const words = <T>(values: readonly T[] | null, name: (value: T) => string): string =>
  values === null ? texts.any : values.map(name).join(', ')

/** The rules of routing, first match first. They are changed through the API. */
export const routing = (rules: Rules, connections: readonly Connection[]): TemplateResult => {
  const { columns } = texts
  const labelOf = (id: string): string => connections.find((connection) => connection.id === id)?.label ?? id
  return html`
    <div class="section-title"><h2>${texts.title}</h2></div>
    <p class="small muted">${rules.length === 0 ? texts.none : texts.text}</p>
    ${
      rules.length === 0
        ? ''
        : html`
            <table class="rows entries" role="table" aria-label=${texts.title}>
              <thead role="rowgroup">
                <tr role="row">
                  <th role="columnheader" scope="col">${columns.order}</th>
                  <th role="columnheader" scope="col">${columns.methods}</th>
                  <th role="columnheader" scope="col">${columns.currencies}</th>
                  <th role="columnheader" scope="col">${columns.networks}</th>
                  <th role="columnheader" scope="col">${columns.connection}</th>
                </tr>
              </thead>
              <tbody role="rowgroup">
                ${rules.map(
                  ({ methods, currencies, networks, connection }, index) => html`
                    <tr role="row">
                      <td role="cell" data-label=${columns.order}><span>${index + 1}</span></td>
                      <td role="cell" data-label=${columns.methods}><span>${words(methods, methodName)}</span></td>
                      <td role="cell" data-label=${columns.currencies}>
                        <span>${words(currencies, currencyCode)}</span>
                      </td>
                      <td role="cell" data-label=${columns.networks}><span>${words(networks, networkName)}</span></td>
                      <td role="cell" data-label=${columns.connection}>
                        <span class="row-title">${labelOf(connection)}</span>
                      </td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          `
    }
  `
}

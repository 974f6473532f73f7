import { html, nothing, type TemplateResult } from 'lit'
import { roleRules, roles } from '#contract/team/roles'
import { formatMoney, parseAmount } from '../../format/money.ts'
import { withRole, type Access } from './access.ts'
import { mayRefund } from './team.ts'
import { teamTexts } from './texts.ts'

const texts = teamTexts.access
const [dollar, euro] = [840, 978]

const limitHelp = ({ role, limit, isUnlimited }: Access): string => {
  const amount = isUnlimited ? undefined : parseAmount(limit)
  const help =
    amount === undefined
      ? texts.limitHelpWithout
      : texts.limitHelp(formatMoney(amount, dollar), formatMoney(amount, euro))
  return role === 'owner' ? `${help} ${texts.ownerHelp}` : help
}

/** The fields of role and refund limit. */
export const accessFields = (
  access: Access,
  { problem, isDisabled }: { readonly problem: string; readonly isDisabled: boolean },
  change: (access: Access) => void,
): TemplateResult => html`
  <fieldset class="choices" ?disabled=${isDisabled}>
    <legend class="label">${texts.role}</legend>
    ${roles.map(
      (role) => html`
        <label class="choice">
          <input
            type="radio"
            name="role"
            value=${role}
            .checked=${access.role === role}
            @change=${() => change(withRole(access, role))}
          />
          <span>
            <strong>${teamTexts.roles[role]}</strong>
            <span class="small muted">${roleRules[role].text}</span>
          </span>
        </label>
      `,
    )}
  </fieldset>
  ${
    mayRefund(access.role)
      ? html`
          <div class="field">
            <label for="access-limit">${texts.limit}</label>
            <div class="field-row">
              <input
                class="input figure"
                id="access-limit"
                name="refundLimit"
                inputmode="decimal"
                autocomplete="off"
                aria-describedby="access-limit-message"
                aria-invalid=${problem !== ''}
                ?disabled=${isDisabled || access.isUnlimited}
                .value=${access.limit}
                @input=${(event: Event) => change({ ...access, limit: (event.target as HTMLInputElement).value })}
              />
              <label class="check">
                <input
                  type="checkbox"
                  ?disabled=${isDisabled}
                  .checked=${access.isUnlimited}
                  @change=${(event: Event) =>
                    change({ ...access, isUnlimited: (event.target as HTMLInputElement).checked })}
                />
                ${texts.unlimited}
              </label>
            </div>
            <p class="message ${problem ? 'bad' : ''}" id="access-limit-message">${problem || limitHelp(access)}</p>
          </div>
        `
      : nothing
  }
`

import { redactedSecret } from '#contract/accounts/audit'
import type { PublicSettings } from '../../processors/definition.ts'

interface Change {
  readonly processor?: string | undefined
  readonly label?: string | undefined
  readonly settings?: PublicSettings | undefined
  /** Names of secrets, if one of them changes. */
  readonly secretNames?: readonly string[] | undefined
  readonly disabled?: boolean | undefined
}

/** The changed members of a connection as the audit stores them: of secrets only the names. */
export const auditedConnection = ({
  processor,
  label,
  settings,
  secretNames,
  disabled,
}: Change): Readonly<Record<string, unknown>> => ({
  ...(processor !== undefined && { processor }),
  ...(label !== undefined && { label }),
  ...(settings !== undefined && { settings }),
  ...(secretNames !== undefined && {
    secrets: Object.fromEntries(secretNames.map((name) => [name, redactedSecret])),
  }),
  ...(disabled !== undefined && { disabled }),
})

import { scopeRules } from '#contract/scopes'

/** Scopes in a few words. A scope of a newer gateway is shown by its text in the reference, or its name. */
const words: Readonly<Record<string, string>> = {
  'transactions:read': 'read payments',
  'transactions:write': 'take payments',
  'transactions:credit': 'refund',
  'disputes:read': 'read disputes',
  'disputes:write': 'accept disputes',
  'customers:read': 'read customers',
  'customers:write': 'change customers',
  'subscriptions:read': 'read subscriptions',
  'subscriptions:write': 'change subscriptions',
  'terminals:read': 'read terminals',
  'terminals:write': 'register terminals',
  'checkout:write': 'make checkouts',
  'webhooks:write': 'manage webhooks',
  'tokens:write': 'create tokens',
  'keys:admin': 'manage keys and settings',
  'audit:read': 'read the audit log',
  'connections:admin': 'manage connections',
  'views:read': 'read saved views',
  'views:write': 'change saved views',
  'team:read': 'read the team',
  'team:write': 'change the team',
}

const rules: Readonly<Record<string, { readonly text: string }>> = scopeRules

export const scopeWord = (scope: string): string => words[scope] ?? rules[scope]?.text ?? scope

/** What a scope allows, as the reference has it. */
export const scopeText = (scope: string): string => (rules[scope]?.text ?? scope).replaceAll('`', '')

/** Scopes as one sentence part: `Read payments, refund`. */
export const scopeSentence = (scopes: readonly string[]): string => {
  const text = scopes.map(scopeWord).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import { demoAccount } from './demoAccount.ts'

/** The URL of the console of a local gateway: its own host, at the gateway's port. */
export const consoleUrl = (gateway: string): string => gateway.replace('//localhost', '//console.localhost')

/** Variables of a local gateway with a console, at the gateway's port. The owner of the demo account enters it without a passkey. */
export const consoleVars = (gatewayPort: number): Record<string, string> => ({
  CONSOLE_HOST: `console.localhost:${gatewayPort}`,
  PAYMENT_HOST: `localhost:${gatewayPort}`,
  CONSOLE_DEMO_MEMBER: `00${demoAccount.owner.id}`,
})

import type { Registration } from './delivery.ts'

/** A registration problem, with the button that fixes it. */
export type Notice = { title: string; text: string; act: string }

export const toNotice = (registration: Registration): Notice | undefined => {
  if (registration.state === 'disabled')
    return { title: 'Disabled by the gateway', text: registration.reason, act: 'Enable again' }
  if (registration.state === 'failed') return { title: 'Not registered', text: registration.reason, act: 'Try again' }
  return undefined
}

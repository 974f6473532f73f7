import type { App } from '../http/app.ts'

export const pages = ({ hono }: App): void => {
  hono.get('/health', () => Response.json({ status: 'ok' }))
}

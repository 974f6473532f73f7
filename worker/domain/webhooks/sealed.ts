import type { RequestServices } from '../../app/compose.ts'
import type { SealedColumns } from '../../store/webhooks/webhooks.ts'

/** Headers of a webhook as they are kept. None are null. */
export const sealedHeaders = async (
  id: string,
  headers: Readonly<Record<string, string>> | null,
  { webhookVault }: RequestServices,
): Promise<SealedColumns | null> =>
  headers === null || Object.keys(headers).length === 0 ? null : webhookVault.sealHeaders(id, headers)

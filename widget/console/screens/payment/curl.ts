/** A request of the API, without a key. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** Text in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/**
 * The command that sends a request. The API key and the address are variables, so that neither is shown.
 *
 * @param key the Idempotency-Key of a write: the page sends the same one, so that both together take effect once
 */
export const curlCommand = ({ method, path, body }: ApiRequest, key = ''): string =>
  [
    `curl "$SLUICE_URL${path}"`,
    `  -H "x-api-key: $SLUICE_SECRET_KEY"`,
    ...(method === 'GET'
      ? []
      : [
          `  -H "idempotency-key: ${key}"`,
          ...(body === undefined
            ? ['  -X POST']
            : [`  -H "content-type: application/json"`, `  -d ${quoted(JSON.stringify(body))}`]),
        ]),
  ].join(' \\\n')

/** Request header that carries the key (section 5). */
export const apiKeyHeader = 'x-api-key'

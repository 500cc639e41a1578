/** What stands where a name was. It is no name: nothing matches it, and no call is made that holds it. */
export const maskText = '〔已删除〕'

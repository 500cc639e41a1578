#!/bin/sh
# Lists and calls the six tools of a service with the public inspector's command line, installed through npm into a temporary
# folder. Not part of `npm test`: it needs the registry. The version is the last of its line that runs on Node 20.
#   test/proofs/inspector/inspector.sh BASE_URL KEY
set -eu
base=${1:?expected the base address of a service, as dossier serve prints it}
key=${2:?expected the key of the service}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" @modelcontextprotocol/inspector@0.22.0

# inspect ENTRY METHOD [TOOL ARGUMENT=VALUE...]
inspect() {
  entry=$1 method=$2 tool=${3:-}
  [ $# -gt 2 ] && shift 3 || shift 2
  set -- ${tool:+--tool-name "$tool"} ${1:+--tool-arg "$@"}
  "$folder/node_modules/.bin/mcp-inspector" --cli "$base/mcp/$entry/stream" --transport http \
    --header "X-API-Key: $key" --method "$method" "$@" >"$folder/answer"
}

# listed ENTRY TOOL...: the entry lists exactly these, in this order
listed() {
  inspect "$1" tools/list
  shift
  names=$(node -e 'console.log(JSON.parse(fs.readFileSync(process.argv[1])).tools.map((tool) => tool.name).join(" "))' "$folder/answer")
  [ "$names" = "$*" ] || { echo "expected the tools $*, got $names" >&2; exit 1; }
  echo "listed $names"
}

# called ENTRY TOOL ARGUMENT=VALUE...: the answer is no failure, and its text and its structured content are one
called() {
  inspect "$1" tools/call "$2" "$3" ${4:+"$4"}
  node -e '
    const { content, structuredContent, isError } = JSON.parse(fs.readFileSync(process.argv[1]))
    if (isError) throw new Error(content[0].text)
    require("assert").deepStrictEqual(JSON.parse(content[0].text), structuredContent)
    console.log(`called ${process.argv[2]}: ${content[0].text.slice(0, 100)}`)
  ' "$folder/answer" "$2"
}

listed case svc_case_vector_search svc_rh_case_details
listed law svc_rh_ft_search
listed company svc_rh_enterpriseWritList svc_rh_enterpriseSearch svc_rh_company_info
called case svc_case_vector_search query=买卖合同 return_num=1
called case svc_rh_case_details id=none type=ptal
called law svc_rh_ft_search keyword=违约金 top_k=2
called company svc_rh_enterpriseSearch name=公司 top_k=2
called company svc_rh_enterpriseWritList id=none
called company svc_rh_company_info name=公司

#!/bin/sh
# usage: make_lex.sh SAMPLE.LEX NAMES COUNT > OUT.lex : the sample with one more rule for each of the first COUNT names,
# spread over the list.
awk -v count="$3" -v names="$2" '
  BEGIN { while ((getline line < names) > 0) word[++words] = line }
  { print }
  /^<YYINITIAL> ":=" / {
    for (i = 0; i < count; ++i) {
      w = word[1 + int(i * words / count)]
      printf "<YYINITIAL> \"%s\" { return (new Yytoken(%d,yytext(),yyline,yychar,yychar+%d)); }\n", w, 100 + i, length(w)
    }
  }' "$1"

/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The Galvan authors */
/* The commands of `galvan`. */
#ifndef GV_CLI_COMMAND_H
#define GV_CLI_COMMAND_H

struct galvan_log;

/* Run a command. argv[0] is the command's name. Returns the exit status of the program. */
int gv_cli_run(int argc, char **argv, const struct galvan_log *log);
int gv_cli_record(int argc, char **argv, const struct galvan_log *log);
int gv_cli_replay(int argc, char **argv, const struct galvan_log *log);
int gv_cli_serve(int argc, char **argv, const struct galvan_log *log);
int gv_cli_top(int argc, char **argv, const struct galvan_log *log);
int gv_cli_env(int argc, char **argv, const struct galvan_log *log);
int gv_cli_info(int argc, char **argv, const struct galvan_log *log);
int gv_cli_doctor(int argc, char **argv, const struct galvan_log *log);
int gv_cli_tgsi(int argc, char **argv, const struct galvan_log *log);

#endif
